import type { Queryable } from '@pagebell/postgres/database'
import { accountColumns } from './account-columns.ts'
import type { AccountRow } from './get-account.ts'

const text = `
select ${accountColumns}
from account
where lower(email) = lower($1)`

export async function findAccountByEmail(q: Queryable, email: string): Promise<AccountRow | undefined> {
  const { rows } = await q.query<AccountRow>({ name: 'find_account_by_email', text, values: [email] })
  return rows[0]
}
