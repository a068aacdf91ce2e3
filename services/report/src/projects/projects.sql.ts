import type { Queryable } from '@pagebell/postgres/database'

/**
 * Locks a project until the transaction ends: `shared` to create something in it, `exclusive` to delete it. So a report
 * is either visible to the deletion, or its creation finds the tombstone. It must be a separate statement, because a
 * statement does not see what was committed while it waited for a lock.
 */
export async function lockProject(q: Queryable, projectId: string, how: 'shared' | 'exclusive'): Promise<void> {
  const [name, lock] =
    how === 'shared'
      ? ['lock-project-shared', 'pg_advisory_xact_lock_shared']
      : ['lock-project-alone', 'pg_advisory_xact_lock']
  await q.query({
    name,
    text: `select ${lock}(hashtextextended('report project ' || $1, 0))`,
    values: [projectId],
  })
}

/** The same, shared, for several projects. A deletion locks one project and waits for no other: no deadlock. */
export async function lockProjects(q: Queryable, projectIds: readonly string[]): Promise<void> {
  await q.query({
    name: 'lock-projects-shared',
    text: `select pg_advisory_xact_lock_shared(hashtextextended('report project ' || id, 0))
      from unnest($1::text[]) as id`,
    values: [projectIds],
  })
}

export async function insertTombstone(
  q: Queryable,
  accountId: string,
  projectId: string,
  deletedAt: string,
): Promise<void> {
  await q.query({
    name: 'insert-tombstone',
    text: `insert into deleted_project (account_id, project_id, deleted_at) values ($1, $2, $3)
      on conflict (account_id, project_id) do nothing`,
    values: [accountId, projectId, deletedAt],
  })
}

/** Whether one of the projects has a tombstone. */
export async function isProjectDeleted(
  q: Queryable,
  accountId: string,
  projectIds: readonly string[],
): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'find-tombstone',
    text: 'select from deleted_project where account_id = $1 and project_id = any ($2::uuid[]) limit 1',
    values: [accountId, projectIds],
  })
  return rowCount > 0
}

export async function deleteProjectSuppressions(q: Queryable, accountId: string, projectId: string): Promise<void> {
  await q.query({
    name: 'delete-ignored-checks',
    text: 'delete from ignored_checks where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  })
}

/** Deletes the daily scores of a project. */
export async function deleteProjectScores(q: Queryable, accountId: string, projectId: string): Promise<void> {
  await q.query({
    name: 'delete-score-days',
    text: 'delete from score_days where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  })
}

/** Deletes up to `limit` reports of a project with their runs; returns how many. The limit keeps locks short. */
export async function deleteProjectReports(
  q: Queryable,
  { accountId, projectId, project }: { accountId: string; projectId: string; project: string },
  limit: number,
): Promise<number> {
  const { rowCount } = await q.query({
    name: 'delete-project-reports',
    text: `delete from report where account_id = $1 and id in (
        select id from report
        where account_id = $1 and project = $2 and project_id = $3
        order by id
        limit $4
        for update
      )`,
    values: [accountId, project, projectId, limit],
  })
  return rowCount
}
