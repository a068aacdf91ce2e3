import type { Queryable } from '@pagebell/postgres/database'
import type { EndpointKey } from './endpoints.sql.ts'

export type ClaimedEndpoint = EndpointKey & {
  endpoint_id: string
  project: string
  format: string
  /** Shortened where `sealed_url` has the whole one. */
  url: string
  sealed_url: string | null
  /** Of an address for e-mail; null for every other format. */
  confirmed_at: string | null
  sealed: string
  /** Null once its grace period is over. */
  previous_sealed: string | null
  lease: string
  failing_since: string | null
  /** Null if another copy sent the event first, or the next one is not due yet. */
  event_id: string | null
  /** Of the event, at every endpoint that gets it. */
  webhook_id: string
  type: string
  subject: string
  body: string
  attempts: number
  traceparent: string | null
}

/** What endpoints are sent to by. Those of one transport keep none of the other waiting. */
export type Transport = 'http' | 'email'

type EndpointClaim = {
  transport: Transport
  limit: number
  leaseMs: number
  /** Endpoints of one account that may be under way at once, over all copies. */
  perAccount: number
  /** Those of them whose last request failed: the others always find room. */
  failingPerAccount: number
  /** The last account that had its turn. */
  after: string
}

/**
 * Leases endpoints for which something is due, one of each account after `after`, each with the event that has waited
 * longest. While an endpoint is leased no other copy sends to it; that of a copy that died is free again after the
 * lease. An account costs one index descent, however many of its endpoints are in their cooldown.
 */
export async function claimEndpoints(
  q: Queryable,
  { transport, limit, leaseMs, perAccount, failingPerAccount, after }: EndpointClaim,
): Promise<ClaimedEndpoint[]> {
  const { rows } = await q.query<ClaimedEndpoint>({
    name: 'claim-endpoints',
    text: `
      with recursive account as (
        (select account_id from event_endpoints where transport = $6 and due_at is not null and account_id > $4
          order by account_id limit 1)
        union all
        select following.* from account cross join lateral (
          select account_id from event_endpoints
          where transport = $6 and due_at is not null and account_id > account.account_id
          order by account_id limit 1) following
      ), due as materialized (
        select ready.* from account cross join lateral (
          select count(*) as requests, count(*) filter (where e.failures > 0) as failing from event_endpoints e
          where e.account_id = account.account_id and e.transport = $6 and e.lease is not null and e.free_at > now()
        ) under_way cross join lateral (
          select account_id, project_id from event_endpoints e
          where e.transport = $6 and e.account_id = account.account_id and due_at is not null
            and greatest(due_at, free_at) <= now()
            and (e.failures = 0 or under_way.failing < $5)
          order by greatest(due_at, free_at) limit 1 for update skip locked) ready
        where under_way.requests < $3
        limit $1
      ), claimed as (
        update event_endpoints e
        set lease = gen_random_uuid(), free_at = clock_timestamp() + $2 * interval '1 millisecond'
        from due where e.account_id = due.account_id and e.project_id = due.project_id
        returning e.*
      )
      select c.account_id, c.project_id as key, c.id as endpoint_id, c.project, c.format, c.url,
        c.sealed_url, c.confirmed_at, c.sealed, c.lease, c.failing_since,
        case when c.previous_until > clock_timestamp() then c.previous_sealed end as previous_sealed,
        next.id as event_id, coalesce(next.webhook_id, next.id) as webhook_id, next.type, next.subject, next.body,
        next.attempts,
        next.traceparent
      from claimed c
      left join lateral (
        select * from outbound_events o
        where o.account_id = c.account_id and o.project_id = c.project_id and o.next_at <= clock_timestamp()
        order by o.next_at, o.id limit 1
      ) next on true
      order by c.account_id`,
    values: [limit, leaseMs, perAccount, after, failingPerAccount, transport],
  })
  return rows
}

export type EndpointLease = EndpointKey & { lease: string }
export type EndpointHealth = { failures: number; failing_since: string | null; failing_ms: number }

/** Extends leases that have not ended, and returns those it extended. */
export async function renewEndpoints(q: Queryable, leases: EndpointLease[], leaseMs: number): Promise<Set<string>> {
  const { rows } = await q.query<{ lease: string }>({
    name: 'renew-endpoints',
    text: `
      update event_endpoints e set free_at = clock_timestamp() + $4 * interval '1 millisecond'
      from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as held (account_id, key, lease)
      where e.account_id = held.account_id and e.project_id = held.key and e.lease = held.lease
        and e.free_at > clock_timestamp()
      returning e.lease`,
    values: [
      leases.map(({ account_id }) => account_id),
      leases.map(({ key }) => key),
      leases.map(({ lease }) => lease),
      leaseMs,
    ],
  })
  return new Set(rows.map(({ lease }) => lease))
}

/** Locks the endpoint if this lease still holds. */
export async function lockClaimedEndpoint(q: Queryable, { account_id, key, lease }: EndpointLease): Promise<void> {
  await q.query({
    name: 'lock-claimed-endpoint',
    text: 'select from event_endpoints where account_id = $1 and project_id = $2 and lease = $3 for update',
    values: [account_id, key, lease],
  })
}

/**
 * Counts a failure, or ends a row of failures; locks the endpoint. Returns nothing if the lease has passed to another
 * copy.
 */
export async function recordHealth(
  q: Queryable,
  { account_id, key, lease }: EndpointLease,
  failed: boolean,
): Promise<EndpointHealth | undefined> {
  const { rows } = await q.query<EndpointHealth>({
    name: 'note-answer',
    text: `
      update event_endpoints set
        failures = case when $4 then failures + 1 else 0 end,
        failing_since = case when $4 then coalesce(failing_since, clock_timestamp()) end
      where account_id = $1 and project_id = $2 and lease = $3
      returning failures, failing_since,
        coalesce(extract(epoch from clock_timestamp() - failing_since) * 1000, 0)::float8 as failing_ms`,
    values: [account_id, key, lease, failed],
  })
  return rows[0]
}

export type EventAttempt = { tookMs: number; status: number | null; reason: string | null; answer: string }
/** The next state of the event; `delayMs` null: it is not sent again. */
export type NextEventState = { status: 'pending' | 'delivered' | 'failed'; delayMs: number | null }

/** Records an attempt and the next state of its event. */
export async function insertAttempt(
  q: Queryable,
  accountId: string,
  eventId: string,
  attempt: EventAttempt,
  next: NextEventState,
): Promise<void> {
  await q.query({
    name: 'record-attempt',
    text: `
      with tried as (
        update outbound_events
        set attempts = attempts + 1, status = $3, next_at = clock_timestamp() + $4 * interval '1 millisecond'
        where account_id = $1 and id = $2 and status = 'pending'
        returning account_id, id, attempts
      )
      insert into event_attempts (account_id, event_id, attempt, took_ms, status, reason, answer)
      select account_id, id, attempts, $5, $6, $7, $8 from tried`,
    values: [
      accountId,
      eventId,
      next.status,
      next.delayMs,
      attempt.tookMs,
      attempt.status,
      attempt.reason,
      attempt.answer,
    ],
  })
}

/**
 * Ends a lease: the endpoint is due when its next event is, but not before the cooldown is over. Its row must be locked
 * already: a statement that waits for the lock does not see the event that was inserted meanwhile, and would not send
 * it.
 */
export async function releaseEndpoint(
  q: Queryable,
  { account_id, key, lease }: EndpointLease,
  cooldownMs: number,
): Promise<void> {
  await q.query({
    name: 'free-endpoint',
    text: `
      update event_endpoints set lease = null, free_at = clock_timestamp() + $4 * interval '1 millisecond',
        due_at = (
          select min(next_at) from outbound_events
          where account_id = $1 and project_id = $2 and next_at is not null
        )
      where account_id = $1 and project_id = $2 and lease = $3`,
    values: [account_id, key, lease, cooldownMs],
  })
}
