import type { Statement } from '@pagebell/postgres/database'

export function insertTombstone(accountId: string, projectId: string, deletedAt: string): Statement {
  return {
    name: 'insert-tombstone',
    text: `insert into deleted_project (account_id, project_id, deleted_at) values ($1, $2, $3)
      on conflict (account_id, project_id) do nothing`,
    values: [accountId, projectId, deletedAt],
  }
}
