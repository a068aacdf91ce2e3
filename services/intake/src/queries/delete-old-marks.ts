import type { Queryable } from '@pagebell/postgres/database'

// Skips what a commit holds, so that the sweep waits for nobody and can close no circle of locks.
const text = `delete from url_seen s using (
  select account_id, url_hash from url_seen where charged_at < pagebell_moment() - make_interval(secs => $1)
  limit $2 for update skip locked
) old where s.account_id = old.account_id and s.url_hash = old.url_hash`

/** Deletes ledger rows whose window is over; answers how many. */
export async function deleteOldMarks(q: Queryable, windowSeconds: number, atMost: number): Promise<number> {
  const { rowCount } = await q.query({ name: 'delete-old-marks', text, values: [windowSeconds, atMost] })
  return rowCount
}
