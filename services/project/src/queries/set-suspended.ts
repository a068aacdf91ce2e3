import type { Queryable } from '@pagebell/postgres/database'
import { accountColumns } from './account-columns.ts'
import type { AccountRow } from './get-account.ts'

// The version rises even if nothing changes, so that an operator can say it again to repair what others believe.
const text = `
update account
set suspended_at = case when $2 then coalesce(suspended_at, clock_timestamp()) end, limits_version = limits_version + 1
where lower(email) = lower($1)
returning ${accountColumns}`

export async function setSuspended(q: Queryable, email: string, suspended: boolean): Promise<AccountRow | undefined> {
  const { rows } = await q.query<AccountRow>({ name: 'set_suspended', text, values: [email, suspended] })
  return rows[0]
}
