import type { Statement } from '@pagebell/postgres/database'

/** Its events and their attempts go with it. */
export function deleteEndpoint(accountId: string, projectId: string): Statement {
  return {
    name: 'delete-endpoint',
    text: 'delete from event_endpoints where account_id = $1 and project_id = $2 returning id',
    values: [accountId, projectId],
  }
}
