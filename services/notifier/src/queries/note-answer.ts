import type { Statement } from '@pagebell/postgres/database'

export type Lease = { account_id: string; project_id: string; lease: string }
export type EndpointNow = { failures: number; failing_since: string | null; failing_ms: number }

/** What an answer says about the endpoint, whose row stays locked. No row if the lease has passed to another copy. */
export function noteAnswer({ account_id, project_id, lease }: Lease, failed: boolean): Statement {
  return {
    name: 'note-answer',
    text: `
      update event_endpoints set
        failures = case when $4 then failures + 1 else 0 end,
        failing_since = case when $4 then coalesce(failing_since, clock_timestamp()) end
      where account_id = $1 and project_id = $2 and lease = $3
      returning failures, failing_since,
        coalesce(extract(epoch from clock_timestamp() - failing_since) * 1000, 0)::float8 as failing_ms`,
    values: [account_id, project_id, lease, failed],
  }
}
