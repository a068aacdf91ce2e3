import type { Queryable } from '@pagebell/postgres/database'
import { accountColumns } from './account-columns.ts'
import type { AccountRow } from './get-account.ts'

const text = `
with spent as (
  delete from password_reset
  where token_sha256 = $1 and expires_at > clock_timestamp()
  returning account_id
)
update account
set password_hash = $2, password_version = password_version + 1
where account_id = (select account_id from spent)
returning ${accountColumns}`

/** The account with its new password; undefined if the token is not good (any more). */
export async function spendPasswordReset(
  q: Queryable,
  sha256: Buffer,
  passwordHash: string,
): Promise<AccountRow | undefined> {
  const { rows } = await q.query<AccountRow>({ text, values: [sha256, passwordHash] })
  return rows[0]
}
