import type { Queryable } from '@pagebell/postgres/database'
import type { DeletedProjectRow } from './delete-project.ts'

const text = `
delete from project
where account_id = $1
returning project_id, name, indexnow_key, created_at, clock_timestamp() as deleted_at`

/** Deletes every project of the account. */
export async function deleteProjects(q: Queryable, accountId: string): Promise<DeletedProjectRow[]> {
  const { rows } = await q.query<DeletedProjectRow>({ text, values: [accountId] })
  return rows
}
