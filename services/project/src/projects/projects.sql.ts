import type { Queryable } from '@pagebell/postgres/database'

export type ProjectRow = {
  project_id: string
  name: string
  indexnow_key: string
  created_at: string
  /** Whether its pages are checked before they are announced. */
  preflight: boolean
  preflight_version: number
}

/** The columns of a ProjectRow. */
export const projectColumns = 'project_id, name, indexnow_key, created_at, preflight, preflight_version'

type NewProject = { accountId: string; projectId: string; name: string; indexNowKey: string; preflight: boolean }

/** Undefined if the account has a project of this name, or if there is no such account. */
export async function insertProject(q: Queryable, project: NewProject): Promise<ProjectRow | undefined> {
  const { rows } = await q.query<ProjectRow>({
    name: 'insert_project',
    text: `
      insert into project (account_id, project_id, name, indexnow_key, preflight)
      select account_id, $2, $3, $4, $5
      from account
      where account_id = $1
      on conflict (account_id, name) do nothing
      returning ${projectColumns}`,
    values: [project.accountId, project.projectId, project.name, project.indexNowKey, project.preflight],
  })
  return rows[0]
}

export async function findProject(q: Queryable, accountId: string, name: string): Promise<ProjectRow | undefined> {
  const { rows } = await q.query<ProjectRow>({
    name: 'get_project',
    text: `
      select ${projectColumns}
      from project
      where account_id = $1 and name = $2`,
    values: [accountId, name],
  })
  return rows[0]
}

export async function findProjectById(q: Queryable, accountId: string, id: string): Promise<ProjectRow | undefined> {
  const { rows } = await q.query<ProjectRow>({
    name: 'get_project_by_id',
    text: `
      select ${projectColumns}
      from project
      where account_id = $1 and project_id = $2`,
    values: [accountId, id],
  })
  return rows[0]
}

/** Sets whether a project's pages are checked; undefined if the account has no such project. */
export async function updatePreflight(
  q: Queryable,
  accountId: string,
  name: string,
  preflight: boolean,
): Promise<ProjectRow | undefined> {
  const { rows } = await q.query<ProjectRow>({
    name: 'update_preflight',
    text: `
      update project
      set preflight = $3, preflight_version = preflight_version + 1
      where account_id = $1 and name = $2
      returning ${projectColumns}`,
    values: [accountId, name, preflight],
  })
  return rows[0]
}

/** Whether the account has at least so many projects. */
export async function hasProjects(q: Queryable, accountId: string, count: number): Promise<boolean> {
  const { rows } = await q.query<{ reached: boolean }>({
    name: 'has_projects',
    text: `
      select count(*) >= $2 as reached
      from (select from project where account_id = $1 limit $2) found`,
    values: [accountId, count],
  })
  return rows[0]?.reached === true
}

export type DeletedProjectRow = ProjectRow & { deleted_at: string }

/** Undefined if the account has no such project (any more). */
export async function deleteProject(
  q: Queryable,
  accountId: string,
  name: string,
): Promise<DeletedProjectRow | undefined> {
  const { rows } = await q.query<DeletedProjectRow>({
    name: 'delete_project',
    text: `
      delete from project
      where account_id = $1 and name = $2
      returning ${projectColumns}, clock_timestamp() as deleted_at`,
    values: [accountId, name],
  })
  return rows[0]
}

/** Deletes every project of the account. */
export async function deleteProjects(q: Queryable, accountId: string): Promise<DeletedProjectRow[]> {
  const { rows } = await q.query<DeletedProjectRow>({
    text: `
      delete from project
      where account_id = $1
      returning ${projectColumns}, clock_timestamp() as deleted_at`,
    values: [accountId],
  })
  return rows
}
