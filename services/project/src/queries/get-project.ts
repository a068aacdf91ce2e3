import type { Queryable } from '@pagebell/postgres/database'

export type ProjectRow = { project_id: string; name: string; indexnow_key: string; created_at: string }

const text = `
select project_id, name, indexnow_key, created_at
from project
where account_id = $1 and name = $2`

export async function getProject(q: Queryable, accountId: string, name: string): Promise<ProjectRow | undefined> {
  const { rows } = await q.query<ProjectRow>({ name: 'get_project', text, values: [accountId, name] })
  return rows[0]
}
