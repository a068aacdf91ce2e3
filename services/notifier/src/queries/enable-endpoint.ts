import type { Statement } from '@pagebell/postgres/database'

/** Its failures are forgotten. One that is enabled stays as it is. */
export function enableEndpoint(accountId: string, projectId: string): Statement {
  return {
    name: 'enable-endpoint',
    text: `
      update event_endpoints set disabled_reason = null, disabled_at = null, note = null, failures = 0,
        failing_since = null, updated_at = clock_timestamp()
      where account_id = $1 and project_id = $2 and disabled_at is not null`,
    values: [accountId, projectId],
  }
}
