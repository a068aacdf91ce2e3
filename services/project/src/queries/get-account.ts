import type { Queryable } from '@pagebell/postgres/database'
import { accountColumns } from './account-columns.ts'

export type AccountRow = {
  account_id: string
  email: string
  plan: string
  limits_version: number
  created_at: string
  password_version: number
  suspended_at: string | null
}

const text = `
select ${accountColumns}
from account
where account_id = $1`

export async function getAccount(q: Queryable, accountId: string): Promise<AccountRow | undefined> {
  const { rows } = await q.query<AccountRow>({ name: 'get_account', text, values: [accountId] })
  return rows[0]
}
