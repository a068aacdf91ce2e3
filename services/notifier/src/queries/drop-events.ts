import type { Statement } from '@pagebell/postgres/database'

/** Ends what waits for an endpoint that is disabled. */
export function dropEvents(accountId: string, projectId: string): Statement {
  return {
    name: 'drop-events',
    text: `update outbound_events set status = 'dropped', next_at = null
      where account_id = $1 and project_id = $2 and status = 'pending'`,
    values: [accountId, projectId],
  }
}
