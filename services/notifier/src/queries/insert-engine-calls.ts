import type { Statement } from '@pagebell/postgres/database'
import type { Answer } from '../tell-answers-apart.ts'

type Asked = { accountId: string; engine: string; urls: number; tookMs: number }

/** Keeps what a request that has just ended was answered; the same again changes nothing. */
export function insertEngineCalls({ accountId, engine, urls, tookMs }: Asked, answers: Answer[]): Statement {
  return {
    name: 'insert-engine-calls',
    text: `
      insert into engine_calls (account_id, asked_at, took_ms, engine, urls, id, outcome, reason, status, message)
      select $1, clock_timestamp() - $2::integer * interval '1 millisecond', $2::integer, $3, $4, answer.*
      from unnest($5::uuid[], $6::text[], $7::text[], $8::int[], $9::text[]) as answer
      on conflict (account_id, id) do nothing`,
    values: [
      accountId,
      Math.round(tookMs),
      engine,
      urls,
      answers.map(({ id }) => id),
      answers.map(({ outcome }) => outcome),
      answers.map(({ reason }) => reason),
      answers.map(({ words }) => words?.status ?? null),
      answers.map(({ words }) => words?.message ?? null),
    ],
  }
}
