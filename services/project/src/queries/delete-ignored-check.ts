import type { Queryable } from '@pagebell/postgres/database'
import type { IgnoredCheckRow } from './list-ignored-checks.ts'

const text = `
delete from ignored_check
where account_id = $1 and project_id = $2 and check_id = $3 and url = $4
returning check_id, url, reason, expires_at, created_at`

/** Undefined if it was not ignored. */
export async function deleteIgnoredCheck(
  q: Queryable,
  accountId: string,
  projectId: string,
  { check, url }: { check: string; url: string },
): Promise<IgnoredCheckRow | undefined> {
  const values = [accountId, projectId, check, url]
  const { rows } = await q.query<IgnoredCheckRow>({ name: 'delete_ignored_check', text, values })
  return rows[0]
}
