import type { Queryable } from '@pagebell/postgres/database'
import type { Suppression } from '@pagebell/scoring/suppressions'

export type ProjectSuppressions = { accountId: string; projectId: string; version: number; ignored: Suppression[] }

/** Stores what a project ignores. Changes nothing if a newer version is stored, or if the project is deleted. */
export async function setSuppressions(
  q: Queryable,
  { accountId, projectId, version, ignored }: ProjectSuppressions,
): Promise<void> {
  await q.query({
    name: 'keep-ignored-checks',
    text: `insert into ignored_checks as kept (account_id, project_id, version, ignored)
      select $1, $2, $3, $4
      where not exists (select from deleted_project where account_id = $1 and project_id = $2)
      on conflict (account_id, project_id) do update set version = excluded.version, ignored = excluded.ignored
      where kept.version < excluded.version`,
    values: [accountId, projectId, version, JSON.stringify(ignored)],
  })
}

/** What a project ignores, expired suppressions included. */
export async function findSuppressions(q: Queryable, accountId: string, projectId: string): Promise<Suppression[]> {
  const { rows } = await q.query<{ ignored: Suppression[] }>({
    name: 'find-ignored-checks',
    text: 'select ignored from ignored_checks where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  })
  return rows[0]?.ignored ?? []
}
