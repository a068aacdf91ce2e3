import type { Queryable } from '@pagebell/postgres/database'
import type { Group } from './due.sql.ts'
import type { NextState } from './next-state.ts'
import type { ResponseGroup } from './response-groups.ts'

/** Requests kept for a delivery, the newest: one that is held or paused for months must not grow without bound. */
const maxCalls = 100

/** SQL for a delivery's list of requests with one more; the oldest is removed when there are too many. */
const appendCall = (call: string): string => `d.calls[cardinality(d.calls) - ${maxCalls - 2}:] || ${call}`

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

type SentClaim = { accountId: string; lease: string; engine: string }
type EndedRow = { id: string; next: NextState; response: ResponseGroup }

/**
 * Writes the next states of claimed rows, and returns the ids it wrote. Rows whose lease has passed to another copy, or
 * that were dropped, stay as they are. What ends is counted in its hour by the same statement, so that the counts are
 * right whatever fails.
 */
export async function recordNextStates(
  q: Queryable,
  { accountId, lease, engine }: SentClaim,
  ended: EndedRow[],
): Promise<Set<string>> {
  const { rows } = await q.query<{ id: string }>({
    name: 'record-fates',
    text: `
      with written as (
      update deliveries d set
        status = fate.status,
        reason = fate.reason,
        next_at = clock_timestamp() + fate.delay_ms * interval '1 millisecond',
        lease = null,
        via = coalesce(fate.via, d.via),
        attempts = d.attempts + fate.attempts,
        failures = fate.failures,
        unverified = fate.unverified,
        engine = $3,
        engine_status = fate.engine_status,
        engine_message = fate.engine_message,
        calls = ${appendCall('fate.call')},
        last_attempt_at = clock_timestamp(),
        delivered_at = case when fate.status = 'delivered' then clock_timestamp() end
      from unnest($4::uuid[], $5::text[], $6::text[], $7::float8[], $8::int[], $9::int[], $10::int[], $11::int[], $12::text[], $13::text[], $14::uuid[])
        as fate (id, status, reason, delay_ms, attempts, failures, unverified, engine_status, engine_message, via, call)
      where d.account_id = $1 and d.id = fate.id and d.lease = $2
      returning d.id, d.project_id, d.channel, d.status
      ), counted as (
        insert into delivery_hours as h (account_id, project_id, hour, channel, delivered, rejected)
        select $1, project_id, date_trunc('hour', clock_timestamp(), 'UTC'), channel,
          count(*) filter (where status = 'delivered'), count(*) filter (where status = 'rejected')
        from written where status in ('delivered', 'rejected') group by project_id, channel
        on conflict (account_id, project_id, hour, channel) do update
          set delivered = h.delivered + excluded.delivered, rejected = h.rejected + excluded.rejected
      )
      select id from written`,
    values: [
      accountId,
      lease,
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

type SplitClaim = { accountId: string; lease: string; reason: string }
/** A row and the half of its batch, the part, that it is sent with from now on. */
export type SplitRow = { id: string; part: string; call: string }

/** Splits a batch that was refused into two groups, due at once and never sent together again. */
export async function splitClaim(
  q: Queryable,
  { accountId, lease, reason }: SplitClaim,
  rows: SplitRow[],
): Promise<void> {
  await q.query({
    name: 'split-claimed',
    text: `
      update deliveries d set part = half.part, calls = ${appendCall('half.call')},
        lease = null, next_at = clock_timestamp(), status = 'retrying', reason = $3
      from unnest($4::uuid[], $5::uuid[], $6::uuid[]) as half (id, part, call)
      where d.account_id = $1 and d.lease = $2 and d.id = half.id`,
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
        select account_id, id from deliveries
        where channel = $1 and account_id = $2 and project_id = $3 and host = $4
          and next_at < to_timestamp($5 / 1000.0) and lease is null
        limit ${maxHeld} for update skip locked
      )
      update deliveries d set status = 'held', reason = $6, next_at = to_timestamp($5 / 1000.0)
      from due where d.account_id = due.account_id and d.id = due.id`,
    values: [channel, group.account_id, group.project_id, group.host, until, reason],
  })
}
