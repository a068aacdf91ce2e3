import type { Statement } from '@pagebell/postgres/database'

export function findTombstone(accountId: string, projectId: string): Statement {
  return {
    name: 'find-tombstone',
    text: 'select from deleted_project where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  }
}
