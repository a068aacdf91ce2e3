import type { Queryable } from '@pagebell/postgres/database'

const text = `
select email, password_hash
from account
where account_id = $1`

/** An account's address, and the PHC string of its password. */
export async function getPassword(
  q: Queryable,
  accountId: string,
): Promise<{ email: string; password_hash: string } | undefined> {
  const { rows } = await q.query<{ email: string; password_hash: string }>({
    name: 'get_password',
    text,
    values: [accountId],
  })
  return rows[0]
}
