import type { Queryable } from '@pagebell/postgres/database'
import { accountColumns } from './account-columns.ts'
import type { AccountRow } from './get-account.ts'

// The version rises even if the plan stays, so that an operator can say a plan again to repair what others believe.
const text = `
update account
set plan = $2, limits_version = limits_version + 1
where lower(email) = lower($1)
returning ${accountColumns}`

export async function updatePlan(q: Queryable, email: string, plan: string): Promise<AccountRow | undefined> {
  const { rows } = await q.query<AccountRow>({ name: 'update_plan', text, values: [email, plan] })
  return rows[0]
}
