import type { Queryable } from '@pagebell/postgres/database'
import { accountColumns } from './account-columns.ts'
import type { AccountRow } from './get-account.ts'

const text = `
update account
set password_version = password_version + 1
where lower(email) = lower($1)
returning ${accountColumns}`

/** Every session of the account is over: they remember the version before. */
export async function raisePasswordVersion(q: Queryable, email: string): Promise<AccountRow | undefined> {
  const { rows } = await q.query<AccountRow>({ name: 'raise_password_version', text, values: [email] })
  return rows[0]
}
