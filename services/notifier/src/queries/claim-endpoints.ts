import type { Statement } from '@pagebell/postgres/database'

export type ClaimedEndpoint = {
  account_id: string
  project_id: string
  endpoint_id: string
  url: string
  sealed: string
  /** Null once its grace is over. */
  previous_sealed: string | null
  lease: string
  failing_since: string | null
  /** Null if another was faster, or an event that waits is not due yet. */
  event_id: string | null
  type: string
  body: string
  attempts: number
  traceparent: string | null
}

/**
 * Takes endpoints for which something is due, each with the event that has waited longest, until the lease ends. As long
 * as one is leased nobody else sends to it; a copy that dies leaves one that is free again after the lease.
 */
export function claimEndpoints(limit: number, leaseMs: number): Statement {
  return {
    name: 'claim-endpoints',
    text: `
      with due as (
        select account_id, project_id from event_endpoints
        where due_at <= clock_timestamp() and free_at <= clock_timestamp()
        order by due_at limit $1 for update skip locked
      ), claimed as (
        update event_endpoints e
        set lease = gen_random_uuid(), free_at = clock_timestamp() + $2 * interval '1 millisecond'
        from due where e.account_id = due.account_id and e.project_id = due.project_id
        returning e.*
      )
      select c.account_id, c.project_id, c.id as endpoint_id, c.url, c.sealed, c.lease, c.failing_since,
        case when c.previous_until > clock_timestamp() then c.previous_sealed end as previous_sealed,
        next.id as event_id, next.type, next.body, next.attempts, next.traceparent
      from claimed c
      left join lateral (
        select * from outbound_events o
        where o.account_id = c.account_id and o.project_id = c.project_id and o.next_at <= clock_timestamp()
        order by o.next_at, o.id limit 1
      ) next on true`,
    values: [limit, leaseMs],
  }
}
