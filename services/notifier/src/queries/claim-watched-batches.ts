import type { Statement } from '@pagebell/postgres/database'

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

/** Takes batches to look at, and sets their next time at once: after half their age, and ten minutes at most. */
export function claimWatchedBatches(limit: number): Statement {
  return {
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
  }
}
