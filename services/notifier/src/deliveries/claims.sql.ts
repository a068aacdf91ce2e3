import type { Queryable } from '@pagebell/postgres/database'
import type { PageAnnouncement } from '../preflight/announce.ts'
import type { Group } from './due.sql.ts'

/** A claimed delivery, as far as sending it and deciding its next state need it. */
export type ClaimedRow = {
  id: string
  url: string
  failures: number
  unverified: number
  traceparent: string | null
  submitted_at: string
  batch_id: string
  /** Submitted with pre-flight: that an engine takes it is published, with what it learned of the page. */
  preflight: boolean
  announces: PageAnnouncement | null
}

type ClaimRequest = {
  channel: string
  /** The endpoint override; empty for the operator's endpoint. */
  via?: string
  group: Group
  lease: string
  leaseMs: number
  batchDelayMs: number
  limit: number
}

/**
 * Leases what is due of a group, and what is due within `batchDelayMs`. While a row is leased, its next_at is the end of
 * the lease, so rows of a copy that died come due again by themselves. The advisory lock, which is tried and not waited
 * for, keeps two concurrent claims from splitting a group into two requests. now() is constant within a statement, so
 * the first bound on next_at ends the index scan.
 */
export async function claimDeliveries(
  q: Queryable,
  { channel, via = '', group, lease, leaseMs, batchDelayMs, limit }: ClaimRequest,
): Promise<ClaimedRow[]> {
  const { rows } = await q.query<ClaimedRow>({
    name: 'claim-deliveries',
    text: `
      with turn as materialized (
        select pg_try_advisory_xact_lock(
          hashtextextended(concat_ws(' ', $1::text, $11::text, $2::uuid, $3::uuid, $4::text, $5::text, $6::uuid), 0)
        ) as mine
      ), due as (
        select account_id, id from deliveries
        where (select mine from turn)
          and channel = $1 and via = $11 and account_id = $2 and project_id = $3 and host = $4 and action = $5 and part = $6
          and next_at <= now() + $9 * interval '1 millisecond'
          and next_at <= clock_timestamp() + case when lease is null then $9 else 0 end * interval '1 millisecond'
        order by next_at, id limit $10
        for update skip locked
      )
      update deliveries d set lease = $7, next_at = clock_timestamp() + $8 * interval '1 millisecond'
      from due where d.account_id = due.account_id and d.id = due.id
      returning d.id, d.url, d.failures, d.unverified, d.traceparent, d.submitted_at,
        d.batch_id, d.preflight, d.announces`,
    values: [
      channel,
      group.account_id,
      group.project_id,
      group.host,
      group.action,
      group.part,
      lease,
      leaseMs,
      batchDelayMs,
      limit,
      via,
    ],
  })
  return rows
}

type LeasedRow = { accountId: string; id: string; lease: string }

/**
 * Extends leases that have not ended, and returns those it extended. A lease that has ended is never revived: another
 * copy may be about to claim its rows. Rows whose outcome is being written are locked, and skipped.
 */
export async function renewClaims(q: Queryable, leased: LeasedRow[], leaseMs: number): Promise<Set<string>> {
  const { rows } = await q.query<{ lease: string }>({
    name: 'renew-claims',
    text: `
      with mine as materialized (
        select d.account_id, d.id from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as held (account_id, id, lease)
        join deliveries d on d.account_id = held.account_id and d.id = held.id and d.lease = held.lease
        where d.next_at > clock_timestamp()
        for update of d skip locked
      ), renewed as (
        update deliveries d set next_at = clock_timestamp() + $4 * interval '1 millisecond'
        from mine where d.account_id = mine.account_id and d.id = mine.id
        returning d.lease
      )
      select distinct lease from renewed`,
    values: [
      leased.map(({ accountId }) => accountId),
      leased.map(({ id }) => id),
      leased.map(({ lease }) => lease),
      leaseMs,
    ],
  })
  return new Set(rows.map(({ lease }) => lease))
}

/** Returns claimed rows that were not sent: due again after `delayMs`. */
export async function releaseClaim(
  q: Queryable,
  accountId: string,
  lease: string,
  delayMs: number,
  reason: string,
): Promise<void> {
  await q.query({
    name: 'put-back',
    text: `
      update deliveries set lease = null, reason = $4, next_at = clock_timestamp() + $3 * interval '1 millisecond'
      where account_id = $1 and lease = $2 and next_at is not null`,
    values: [accountId, lease, delayMs, reason],
  })
}

/** Ends claimed rows that cannot be sent. */
export async function finishClaim(
  q: Queryable,
  accountId: string,
  lease: string,
  status: 'dropped' | 'rejected',
  reason: string,
): Promise<void> {
  await q.query({
    name: 'end-claimed',
    text: `
      update deliveries set status = $3, reason = $4, next_at = null, lease = null, last_attempt_at = clock_timestamp()
      where account_id = $1 and lease = $2`,
    values: [accountId, lease, status, reason],
  })
}

/** Moves claimed rows that were not sent to another endpoint, due at once. */
export async function rerouteClaim(q: Queryable, accountId: string, lease: string, via: string): Promise<void> {
  await q.query({
    name: 'reroute-claimed',
    text: `
      update deliveries set via = $3, lease = null, next_at = clock_timestamp()
      where account_id = $1 and lease = $2 and next_at is not null`,
    values: [accountId, lease, via],
  })
}
