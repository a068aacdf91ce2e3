import type { Statement } from '@pagebell/postgres/database'

export function deleteIgnoredChecks(accountId: string, projectId: string): Statement {
  return {
    name: 'delete-ignored-checks',
    text: 'delete from ignored_checks where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  }
}
