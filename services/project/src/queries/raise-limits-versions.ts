import type { Queryable } from '@pagebell/postgres/database'
import { accountColumns } from './account-columns.ts'
import type { AccountRow } from './get-account.ts'

const text = `
update account
set limits_version = limits_version + 1
where plan = $1
returning ${accountColumns}`

/** Every account of the plan, with its new version. */
export async function raiseLimitsVersions(q: Queryable, plan: string): Promise<AccountRow[]> {
  const { rows } = await q.query<AccountRow>({ text, values: [plan] })
  return rows
}
