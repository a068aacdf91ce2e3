import type { Queryable } from '@pagebell/postgres/database'

const text = `
select password_hash
from account
where account_id = $1`

/** The PHC string of an account's password. */
export async function getPassword(q: Queryable, accountId: string): Promise<string | undefined> {
  const { rows } = await q.query<{ password_hash: string }>({ name: 'get_password', text, values: [accountId] })
  return rows[0]?.password_hash
}
