import type { Queryable } from '@pagebell/postgres/database'

// In this order: keys and resets refer to the account. The outbox keeps what is still to be told.
const statements = [
  'delete from api_key where account_id = $1',
  'delete from password_reset where account_id = $1',
  'delete from idempotency where account_id = $1',
  'delete from account where account_id = $1',
]

/** Deletes an account that has no projects any more, with all that belongs to it, in a transaction. */
export async function deleteAccount(q: Queryable, accountId: string): Promise<void> {
  for (const text of statements) await q.query({ text, values: [accountId] })
}
