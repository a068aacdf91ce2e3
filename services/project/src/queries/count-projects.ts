import { COUNT_LIMIT } from '@pagebell/lists/total'
import type { Queryable } from '@pagebell/postgres/database'

// Without a name, so that it is planned for this pattern: one plan for all could not use the index of searches.
const text = `
select count(*) as counted
from (select from project where account_id = $1 and ($2::text is null or name like $2) limit $3) found`

/** How many there are, counted no further than COUNT_LIMIT. */
export async function countProjects(q: Queryable, accountId: string, pattern: string | undefined): Promise<number> {
  const values = [accountId, pattern ?? null, COUNT_LIMIT]
  const { rows } = await q.query<{ counted: number }>({ text, values })
  return rows[0]?.counted ?? 0
}
