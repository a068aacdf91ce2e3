import type { Queryable } from '@pagebell/postgres/database'

/** A batch whose completion its project subscribes to. */
export type WatchedBatch = {
  account_id: string
  batch_id: string
  project_id: string
  project: string
  action: string
  deliveries: number
  submitted_at: string
  traceparent: string | null
}

/** Claims batches to look at, and schedules the next look at once: after half their age, and ten minutes at most. */
export async function claimWatchedBatches(q: Queryable, limit: number): Promise<WatchedBatch[]> {
  const { rows } = await q.query<WatchedBatch>({
    name: 'claim-watched-batches',
    text: `
      with due as (
        select account_id, batch_id from watched_batches where next_at <= now()
        order by next_at limit $1 for update skip locked
      )
      update watched_batches w set next_at = clock_timestamp()
        + least(greatest((clock_timestamp() - w.submitted_at) / 2, interval '500 milliseconds'), interval '10 minutes')
      from due where w.account_id = due.account_id and w.batch_id = due.batch_id
      returning w.account_id, w.batch_id, w.project_id, w.project, w.action, w.deliveries, w.submitted_at, w.traceparent`,
    values: [limit],
  })
  return rows
}

export type BatchCounts = { delivered: number; rejected: number; dropped: number; set_aside: number; skipped: number }

/**
 * Counts the deliveries of a batch by how they ended; undefined while one is open, which is found without reading all.
 */
export async function countBatch(q: Queryable, accountId: string, batchId: string): Promise<BatchCounts | undefined> {
  const { rows } = await q.query<BatchCounts>({
    name: 'count-batch',
    text: `
      select count(*) filter (where status = 'delivered')::integer as delivered,
        count(*) filter (where status = 'rejected')::integer as rejected,
        count(*) filter (where status = 'dropped')::integer as dropped,
        count(*) filter (where status = 'set_aside')::integer as set_aside,
        count(*) filter (where status = 'skipped')::integer as skipped
      from deliveries
      where account_id = $1 and batch_id = $2 and not exists (
        select from deliveries
        where account_id = $1 and batch_id = $2 and status in ('pending', 'retrying', 'held', 'checking')
      )
      having count(*) > 0`,
    values: [accountId, batchId],
  })
  return rows[0]
}

/** Returns whether the batch was watched. */
export async function unwatchBatch(q: Queryable, accountId: string, batchId: string): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'unwatch-batch',
    text: 'delete from watched_batches where account_id = $1 and batch_id = $2',
    values: [accountId, batchId],
  })
  return rowCount > 0
}

/** Ends the watch of all batches of a project. */
export async function unwatchBatches(q: Queryable, accountId: string, projectId: string): Promise<void> {
  await q.query({
    name: 'unwatch-batches',
    text: 'delete from watched_batches where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  })
}
