import type { Queryable } from '@pagebell/postgres/database'

const text = `
select plan
from account
where account_id = $1
for no key update`

/** The account's plan. Until the transaction ends, nobody else who counts what the account has goes on from here. */
export async function lockPlan(q: Queryable, accountId: string): Promise<string | undefined> {
  const { rows } = await q.query<{ plan: string }>({ name: 'lock_plan', text, values: [accountId] })
  return rows[0]?.plan
}
