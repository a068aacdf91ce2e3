import type { Queryable } from '@pagebell/postgres/database'
import { accountColumns } from './account-columns.ts'
import type { AccountRow } from './get-account.ts'

const text = `
update account
set password_hash = $3, password_version = password_version + 1
where account_id = $1 and password_hash = $2
returning ${accountColumns}`

/** Undefined if the account has another password by now than the one before. */
export async function updatePassword(
  q: Queryable,
  accountId: string,
  { before, after }: { before: string; after: string },
): Promise<AccountRow | undefined> {
  const { rows } = await q.query<AccountRow>({ name: 'update_password', text, values: [accountId, before, after] })
  return rows[0]
}
