import type { Queryable } from '@pagebell/postgres/database'
import type { ProjectRow } from './get-project.ts'

const text = `
select project_id, name, indexnow_key, created_at
from project
where account_id = $1 and project_id = $2`

export async function getProjectById(q: Queryable, accountId: string, id: string): Promise<ProjectRow | undefined> {
  const { rows } = await q.query<ProjectRow>({ name: 'get_project_by_id', text, values: [accountId, id] })
  return rows[0]
}
