import type { Queryable } from '@pagebell/postgres/database'

const text = `
delete from idempotency
where created_at <= now() - interval '24 hours'`

export async function deleteOldIdempotencyKeys(q: Queryable): Promise<void> {
  await q.query({ text })
}
