import type { Statement } from '@pagebell/postgres/database'

export function deleteKeyChecks(accountId: string, projectId: string): Statement {
  return {
    name: 'delete-key-checks',
    text: 'delete from key_checks where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  }
}
