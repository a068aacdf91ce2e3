import type { Queryable } from '@pagebell/postgres/database'

// Skips what a commit holds, so that the sweep waits for nobody and can close no circle of locks.
const text = `delete from url_seen where ctid = any (array(
  select ctid from url_seen
  where ctid >= format('(%s,0)', $2::bigint)::tid and ctid < format('(%s,0)', $3::bigint)::tid
    and charged_at < pagebell_moment() - make_interval(secs => $1)
  for update skip locked
))`

/** Deletes the ledger's rows whose window is over, as far as they lie on pages from `from` up to and without `to`. */
export async function deleteOldMarks(q: Queryable, windowSeconds: number, from: number, to: number): Promise<void> {
  await q.query({ name: 'delete-old-marks', text, values: [windowSeconds, from, to] })
}
