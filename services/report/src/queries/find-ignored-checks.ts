import type { Statement } from '@pagebell/postgres/database'

/** `ignored`, as the project service told it; no row if nothing was ever ignored. */
export function findIgnoredChecks(accountId: string, projectId: string): Statement {
  return {
    name: 'find-ignored-checks',
    text: 'select ignored from ignored_checks where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  }
}
