import type { Queryable } from '@pagebell/postgres/database'

export type IgnoredCheckRow = {
  check_id: string
  /** Empty for every page. */
  url: string
  reason: string
  expires_at: string | null
  created_at: string
}

const text = `
select check_id, url, reason, expires_at, created_at
from ignored_check
where account_id = $1 and project_id = $2
order by check_id, url`

export async function listIgnoredChecks(
  q: Queryable,
  accountId: string,
  projectId: string,
): Promise<IgnoredCheckRow[]> {
  const { rows } = await q.query<IgnoredCheckRow>({ name: 'list_ignored_checks', text, values: [accountId, projectId] })
  return rows
}
