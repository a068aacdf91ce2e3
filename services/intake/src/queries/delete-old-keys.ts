import type { Queryable } from '@pagebell/postgres/database'

const text = `delete from idempotency i using (
  select account_id, project_id, operation, key from idempotency where created_at < pagebell_moment() - interval '24 hours'
  limit $1 for update skip locked
) old where (i.account_id, i.project_id, i.operation, i.key) = (old.account_id, old.project_id, old.operation, old.key)`

/** Deletes Idempotency-Keys that are forgotten by promise; answers how many. */
export async function deleteOldKeys(q: Queryable, atMost: number): Promise<number> {
  const { rowCount } = await q.query({ name: 'delete-old-keys', text, values: [atMost] })
  return rowCount
}
