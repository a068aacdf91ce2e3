import type { Queryable } from '@pagebell/postgres/database'

const text = `
select count(*) >= $2 as reached
from (select from project where account_id = $1 limit $2) found`

/** Whether the account has so many projects, or more. */
export async function hasProjects(q: Queryable, accountId: string, count: number): Promise<boolean> {
  const { rows } = await q.query<{ reached: boolean }>({ name: 'has_projects', text, values: [accountId, count] })
  return rows[0]?.reached === true
}
