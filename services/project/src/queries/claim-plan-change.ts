import type { Queryable } from '@pagebell/postgres/database'

const text = `
insert into announced_plan as known (plan, limits)
values ($1, $2)
on conflict (plan) do update
set limits = excluded.limits
where known.limits <> excluded.limits`

/** True if the plan's limits are new to the database: then this transaction tells its accounts. */
export async function claimPlanChange(q: Queryable, plan: string, limits: object): Promise<boolean> {
  const { rowCount } = await q.query({ text, values: [plan, JSON.stringify(limits)] })
  return rowCount === 1
}
