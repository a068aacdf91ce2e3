import type { Queryable } from '@pagebell/postgres/database'

/** Locks a project until the end of the transaction: shared by those who add to it, `alone` for its deletion. */
export async function lockProject(q: Queryable, projectId: string, how: 'shared' | 'alone'): Promise<void> {
  const lock = how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  await q.query({ name: `lock-project-${how}`, text: `select ${lock}(hashtextextended($1, 0))`, values: [projectId] })
}

/** Remembers that a project is deleted, so that late messages revive nothing. */
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

/** Whether the project has a tombstone. */
export async function isDeleted(q: Queryable, accountId: string, projectId: string): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'find-tombstone',
    text: 'select from deleted_project where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  })
  return rowCount > 0
}
