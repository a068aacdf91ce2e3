import type { Queryable } from '@pagebell/postgres/database'
import { isClaimed, isOpen } from './claims.sql.ts'
import type { Group } from './due.sql.ts'
import type { NextState } from './next-state.ts'
import type { ResponseGroup } from './response-groups.ts'

type EngineRequestRecord = { accountId: string; engine: string; urls: number; tookMs: number }

/** Records the responses of a request that has just ended. Idempotent by their ids. */
export async function insertEngineCalls(
  q: Queryable,
  { accountId, engine, urls, tookMs }: EngineRequestRecord,
  responses: ResponseGroup[],
): Promise<void> {
  await q.query({
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
      responses.map(({ id }) => id),
      responses.map(({ outcome }) => outcome),
      responses.map(({ reason }) => reason),
      responses.map(({ response }) => response?.status ?? null),
      responses.map(({ response }) => response?.message ?? null),
    ],
  })
}

/** `isLast`: the claim ends with these deliveries. */
type SentClaim = { accountId: string; lease: string; isLast: boolean }
type EndedRow = { id: string; next: NextState; response: ResponseGroup }

/**
 * Writes the next states of claimed deliveries, and returns the ids it wrote. Those whose claim has passed to another
 * copy, or that were dropped, stay as they are, and so do those that an earlier try has written. What ends is counted in
 * its hour by the same statement, so that the counts are right whatever fails.
 */
export async function recordNextStates(
  q: Queryable,
  { accountId, lease, isLast }: SentClaim,
  engine: string,
  ended: EndedRow[],
): Promise<Set<string>> {
  const { rows } = await q.query<{ id: string }>({
    name: 'record-outcomes',
    text: 'select record_outcomes($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) as id',
    values: [
      accountId,
      lease,
      isLast,
      engine,
      ended.map(({ id }) => id),
      ended.map(({ next }) => next.status),
      ended.map(({ next }) => next.reason),
      ended.map(({ next }) => next.delayMs),
      ended.map(({ next }) => next.attempts),
      ended.map(({ next }) => next.failures),
      ended.map(({ next }) => next.unverified),
      ended.map(({ response }) => response.response?.status ?? null),
      ended.map(({ response }) => response.response?.message ?? null),
      ended.map(({ next }) => next.via ?? null),
      ended.map(({ response }) => response.id),
    ],
  })
  return new Set(rows.map(({ id }) => id))
}

/** A row and the half of its batch, the part, that it is sent with from now on. */
export type SplitRow = { id: string; part: string; call: string }

/**
 * Splits a batch that was refused into two groups, due at once and never sent together again. Nothing is written for a
 * claim that another copy has replaced.
 */
export async function splitClaim(
  q: Queryable,
  { accountId, lease, isLast }: SentClaim,
  reason: string,
  rows: SplitRow[],
): Promise<void> {
  const ofClaim = 'delivery_claims where account_id = $1 and lease = $2'
  await q.query({
    name: isLast ? 'split-last-claimed' : 'split-claimed',
    text: `
      with mine as materialized (
        ${isLast ? `delete from ${ofClaim} returning lease` : `select lease from ${ofClaim} for key share`}
      )
      update deliveries d set part = half.part, calls = append_call(d.calls, half.call),
        next_at = clock_timestamp(), status = 'retrying', reason = $3
      from unnest($4::uuid[], $5::uuid[], $6::uuid[]) as half (id, part, call)
      where d.account_id = $1 and d.id = half.id and ${isOpen} and half.call <> all (d.calls)
        and exists (select from mine)`,
    values: [
      accountId,
      lease,
      reason,
      rows.map(({ id }) => id),
      rows.map(({ part }) => part),
      rows.map(({ call }) => call),
    ],
  })
}

/** Rows that one statement holds; a longer backlog takes several requests. */
const maxHeld = 5_000

/**
 * Holds the rest of a site's deliveries until its quota resets, so that the engine is not asked once for each batch.
 */
export async function holdGroup(
  q: Queryable,
  channel: string,
  group: Group,
  { reason, until }: { reason: string; until: number },
): Promise<void> {
  await q.query({
    name: 'hold-group',
    text: `
      with due as (
        select account_id, id from deliveries d
        where channel = $1 and account_id = $2 and project_id = $3 and host = $4
          and next_at < to_timestamp($5 / 1000.0) and lease is null and not ${isClaimed}
        limit ${maxHeld} for update skip locked
      )
      update deliveries d set status = 'held', reason = $6, next_at = to_timestamp($5 / 1000.0)
      from due where d.account_id = due.account_id and d.id = due.id`,
    values: [channel, group.account_id, group.project_id, group.host, until, reason],
  })
}
