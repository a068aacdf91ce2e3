import type { Queryable } from '@pagebell/postgres/database'
import { type AccountRow, accountColumns } from './accounts.sql.ts'

/** The account's plan, locked: until the transaction ends, others that count what the account has wait. */
export async function lockPlan(q: Queryable, accountId: string): Promise<string | undefined> {
  const { rows } = await q.query<{ plan: string }>({
    name: 'lock_plan',
    text: `
      select plan
      from account
      where account_id = $1
      for no key update`,
    values: [accountId],
  })
  return rows[0]?.plan
}

/** Sets the plan. The version rises even if the plan stays, so that an operator can announce it again. */
export async function updatePlan(q: Queryable, email: string, plan: string): Promise<AccountRow | undefined> {
  const { rows } = await q.query<AccountRow>({
    name: 'update_plan',
    text: `
      update account
      set plan = $2, limits_version = limits_version + 1
      where lower(email) = lower($1)
      returning ${accountColumns}`,
    values: [email, plan],
  })
  return rows[0]
}

/** Stores the plan's limits as announced. True if they differ from those stored; the caller then announces them. */
export async function claimPlanChange(q: Queryable, plan: string, limits: object): Promise<boolean> {
  const { rowCount } = await q.query({
    text: `
      insert into announced_plan as known (plan, limits)
      values ($1, $2)
      on conflict (plan) do update
      set limits = excluded.limits
      where known.limits <> excluded.limits`,
    values: [plan, JSON.stringify(limits)],
  })
  return rowCount === 1
}

/** Every account of the plan, with its new version. */
export async function raiseLimitsVersions(q: Queryable, plan: string): Promise<AccountRow[]> {
  const { rows } = await q.query<AccountRow>({
    text: `
      update account
      set limits_version = limits_version + 1
      where plan = $1
      returning ${accountColumns}`,
    values: [plan],
  })
  return rows
}
