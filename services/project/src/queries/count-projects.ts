import { COUNT_LIMIT } from '@pagebell/lists/total'
import type { Queryable } from '@pagebell/postgres/database'

const text = `
select count(*) as counted
from (select from project where account_id = $1 and ($2::text is null or name like $2) limit $3) some`

/** How many there are, counted no further than COUNT_LIMIT. */
export async function countProjects(q: Queryable, accountId: string, pattern: string | undefined): Promise<number> {
  const values = [accountId, pattern ?? null, COUNT_LIMIT]
  const { rows } = await q.query<{ counted: number }>({ text, values })
  return rows[0]?.counted ?? 0
}
