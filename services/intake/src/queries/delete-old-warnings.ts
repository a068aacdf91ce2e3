import type { Queryable } from '@pagebell/postgres/database'

const text = `delete from quota_warning w using (
  select account_id, period, threshold from quota_warning
  where reached_at < pagebell_moment() - interval '62 days' and told_at is not null
  limit $1 for update skip locked
) old where (w.account_id, w.period, w.threshold) = (old.account_id, old.period, old.threshold)`

/** Deletes what was told of periods that are over; answers how many. */
export async function deleteOldWarnings(q: Queryable, atMost: number): Promise<number> {
  const { rowCount } = await q.query({ name: 'delete-old-warnings', text, values: [atMost] })
  return rowCount
}
