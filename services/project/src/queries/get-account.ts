import type { Queryable } from '@pagebell/postgres/database'

export type AccountRow = {
  account_id: string
  email: string
  plan: string
  limits_version: number
  created_at: string
  password_version: number
}

const text = `
select account_id, email, plan, limits_version, created_at, password_version
from account
where account_id = $1`

export async function getAccount(q: Queryable, accountId: string): Promise<AccountRow | undefined> {
  const { rows } = await q.query<AccountRow>({ name: 'get_account', text, values: [accountId] })
  return rows[0]
}
