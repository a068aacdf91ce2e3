import type { Queryable } from '@pagebell/postgres/database'
import { isClaimed } from './claims.sql.ts'
import type { BatchPosition } from './log.sql.ts'

/** SQL for a row that starts again as if it had just arrived. */
export const dueAgain = `status = 'pending', next_at = clock_timestamp(), reason = null,
  attempts = 0, failures = 0, unverified = 0, via = '', part = '00000000-0000-0000-0000-000000000000'`

/**
 * The rows that `looked` has locked, by their places: joined by id, they were compared with every rejected delivery of the
 * account (2,000 of 4,000 took 5 s) until PostgreSQL had statistics of a batch that was just rejected. One that another
 * process changes meanwhile is left as that one leaves it.
 */
const areLooked = 'ctid = any (array(select ctid from looked))'

/** How many rows one statement examined and requeued, and the position of the last; null if there was none. */
export type Portion<Position> = { looked: number; requeued: number; last: Position | null }

/** Requeues a delivery that is rejected or held; returns 1 if it did, else 0. */
export async function requeueDelivery(
  q: Queryable,
  accountId: string,
  id: string,
  project: string | undefined,
): Promise<number> {
  const { rowCount } = await q.query({
    name: 'requeue-delivery',
    text: `update deliveries d set ${dueAgain}
      where account_id = $1 and id = $2 and status in ('rejected', 'held') and lease is null and not ${isClaimed}
        and project = coalesce($3, project)`,
    values: [accountId, id, project ?? null],
  })
  return rowCount
}

type BatchRequeue = {
  accountId: string
  batchId: string
  project: string | undefined
  after: BatchPosition
  limit: number
}

/** Examines up to `limit` deliveries of a batch after the position, and requeues those that are rejected or held. */
export async function requeueBatch(
  q: Queryable,
  { accountId, batchId, project, after, limit }: BatchRequeue,
): Promise<Portion<BatchPosition> | undefined> {
  const { rows } = await q.query<Portion<BatchPosition>>({
    name: 'requeue-batch',
    text: `
      with looked as (
        select ctid, url_hash, channel from deliveries
        where account_id = $1 and batch_id = $2 and (url_hash, channel) > (decode($4, 'hex'), $5)
        order by url_hash, channel limit $6
        for update
      ), requeued as (
        update deliveries d set ${dueAgain}
        where ${areLooked} and status in ('rejected', 'held') and lease is null and not ${isClaimed}
          and project = coalesce($3, project)
        returning id
      )
      select (select count(*) from looked) as looked, (select count(*) from requeued) as requeued,
        (select json_build_array(encode(url_hash, 'hex'), channel) from looked
          order by url_hash desc, channel desc limit 1) as last`,
    values: [accountId, batchId, project ?? null, ...after, limit],
  })
  return rows[0]
}

/** When it was rejected, RFC 3339 with microseconds, and the delivery's id. */
export type RejectedPosition = [at: string, id: string]
type RejectedPortion = Portion<RejectedPosition> & { until: string }

type RejectedRequeue = {
  accountId: string
  project: string | undefined
  after: RejectedPosition
  /** Deliveries rejected then or later are left alone; undefined for the time of this statement. */
  until: string | undefined
  limit: number
}

/**
 * Examines up to `limit` rejected deliveries of an account after the position, oldest first, and requeues those of the
 * project. The limit counts examined rows, not requeued ones, so that a project with few rows in a long log costs no
 * statement more than its portion. `until` of a portion is passed to the next call.
 */
export async function requeueRejected(
  q: Queryable,
  { accountId, project, after, until, limit }: RejectedRequeue,
): Promise<RejectedPortion | undefined> {
  const { rows } = await q.query<RejectedPortion>({
    name: 'requeue-rejected',
    text: `
      with looked as (
        select ctid, id, last_attempt_at from deliveries
        where account_id = $1 and status = 'rejected' and last_attempt_at < coalesce($5::timestamptz, now())
          and last_attempt_at >= $3::timestamptz and (last_attempt_at, id) > ($3::timestamptz, $4::uuid)
        order by last_attempt_at, id limit $6
        for update
      ), requeued as (
        update deliveries set ${dueAgain} where ${areLooked} and lease is null and project = coalesce($2, project)
        returning id
      )
      select (select count(*) from looked) as looked, (select count(*) from requeued) as requeued,
        (select json_build_array(last_attempt_at, id) from looked order by last_attempt_at desc, id desc limit 1) as last,
        to_json(coalesce($5::timestamptz, now())) as until`,
    values: [accountId, project ?? null, ...after, until ?? null, limit],
  })
  return rows[0]
}
