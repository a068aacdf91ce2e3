import type { Queryable } from '@pagebell/postgres/database'

const text = `
delete from idempotency
where created_at <= clock_timestamp() - interval '24 hours'`

export async function deleteOldIdempotencyKeys(q: Queryable): Promise<void> {
  await q.query({ text })
}
