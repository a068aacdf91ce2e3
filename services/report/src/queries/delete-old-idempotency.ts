import type { Statement } from '@pagebell/postgres/database'

export function deleteOldIdempotency(limit: number): Statement {
  return {
    name: 'delete-old-idempotency',
    text: `delete from idempotency where (account_id, key) in (
        select account_id, key from idempotency
        where created_at <= now() - interval '24 hours'
        limit $1
        for update skip locked
      )`,
    values: [limit],
  }
}
