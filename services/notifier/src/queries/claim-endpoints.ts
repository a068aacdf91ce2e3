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

type Claim = {
  limit: number
  leaseMs: number
  /** Endpoints of one account that may be under way at once, at all copies. */
  perAccount: number
  /** The account that had its turn last. */
  after: string
}

/**
 * Takes endpoints for which something is due, one of each account after this one, each with the event that has waited
 * longest, until the lease ends. As long as one is leased nobody else sends to it; a copy that dies leaves one that is free
 * again after the lease. An account costs one descent of the index, whatever number of its endpoints rest.
 */
export function claimEndpoints({ limit, leaseMs, perAccount, after }: Claim): Statement {
  return {
    name: 'claim-endpoints',
    text: `
      with recursive account as (
        (select account_id from event_endpoints where due_at is not null and account_id > $4
          order by account_id limit 1)
        union all
        select following.* from account cross join lateral (
          select account_id from event_endpoints where due_at is not null and account_id > account.account_id
          order by account_id limit 1) following
      ), due as materialized (
        select ready.* from account cross join lateral (
          select account_id, project_id from event_endpoints e
          where e.account_id = account.account_id and due_at is not null and greatest(due_at, free_at) <= now()
          order by greatest(due_at, free_at) limit 1 for update skip locked) ready
        where (
          select count(*) from event_endpoints e
          where e.account_id = account.account_id and e.lease is not null and e.free_at > now()
        ) < $3
        limit $1
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
      ) next on true
      order by c.account_id`,
    values: [limit, leaseMs, perAccount, after],
  }
}
