import type { Queryable } from '@pagebell/postgres/database'
import type { ProjectRow } from './get-project.ts'

const text = `
insert into project (account_id, project_id, name, indexnow_key)
select account_id, $2, $3, $4
from account
where account_id = $1
on conflict (account_id, name) do nothing
returning project_id, name, indexnow_key, created_at`

type NewProject = { accountId: string; projectId: string; name: string; indexNowKey: string }

/** Undefined if the account has a project of this name, or if there is no such account. */
export async function insertProject(q: Queryable, project: NewProject): Promise<ProjectRow | undefined> {
  const values = [project.accountId, project.projectId, project.name, project.indexNowKey]
  const { rows } = await q.query<ProjectRow>({ name: 'insert_project', text, values })
  return rows[0]
}
