import type { Statement } from '@pagebell/postgres/database'

export type LockedEndpoint = { id: string; rotated_by: string | null }

/** `rotated_by` is null once a day has passed since the last rotation. */
export function lockEndpoint(accountId: string, projectId: string): Statement {
  return {
    name: 'lock-endpoint',
    text: `
      select id, case when rotated_at > clock_timestamp() - interval '24 hours' then rotated_by end as rotated_by
      from event_endpoints where account_id = $1 and project_id = $2 for update`,
    values: [accountId, projectId],
  }
}
