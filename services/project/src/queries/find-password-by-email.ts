import type { Queryable } from '@pagebell/postgres/database'

const text = `
select account_id, password_hash
from account
where lower(email) = lower($1)`

export type PasswordRow = { account_id: string; password_hash: string }

export async function findPasswordByEmail(q: Queryable, email: string): Promise<PasswordRow | undefined> {
  const { rows } = await q.query<PasswordRow>({ name: 'find_password_by_email', text, values: [email] })
  return rows[0]
}
