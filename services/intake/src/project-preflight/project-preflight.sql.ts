import type { Queryable } from '@pagebell/postgres/database'

type PreflightUpdate = { account_id: string; project_id: string; preflight: boolean; version: number }

/** Stores whether a project's pages are checked, unless a newer version is stored. */
export async function setProjectPreflight(q: Queryable, update: PreflightUpdate): Promise<void> {
  const { account_id, project_id, preflight, version } = update
  await q.query({
    name: 'set-project-preflight',
    text: `
      insert into project_preflight as p (account_id, project_id, preflight, version) values ($1, $2, $3, $4)
      on conflict (account_id, project_id) do update set preflight = excluded.preflight, version = excluded.version
      where p.version < excluded.version`,
    values: [account_id, project_id, preflight, version],
  })
}

export async function deleteProjectPreflight(q: Queryable, accountId: string, projectId: string): Promise<void> {
  await q.query({
    name: 'delete-project-preflight',
    text: 'delete from project_preflight where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  })
}
