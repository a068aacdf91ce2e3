import type { Queryable } from '@pagebell/postgres/database'
import type { ProjectRow } from './get-project.ts'

const text = `
delete from project
where account_id = $1 and name = $2
returning project_id, name, indexnow_key, created_at, clock_timestamp() as deleted_at`

export type DeletedProjectRow = ProjectRow & { deleted_at: string }

/** Undefined if the account has no such project (any more). */
export async function deleteProject(
  q: Queryable,
  accountId: string,
  name: string,
): Promise<DeletedProjectRow | undefined> {
  const { rows } = await q.query<DeletedProjectRow>({ name: 'delete_project', text, values: [accountId, name] })
  return rows[0]
}
