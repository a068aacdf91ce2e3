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
 * SQL: an active claim covers the delivery `d`, so that its request is being sent or its outcome written. What changes
 * when a delivery is due leaves such a one alone: out of its claim's range it could be claimed again.
 */
export const isClaimed = `exists (
  select from delivery_claims c
  where c.account_id = d.account_id and c.channel = d.channel and c.via = d.via and c.project_id = d.project_id
    and c.host = d.host and c.action = d.action and c.part = d.part and c.until > clock_timestamp()
    and (d.next_at, d.id) >= (c.first_at, c.first_id) and (d.next_at, d.id) <= (c.last_at, c.last_id))`

/** SQL: a delivery that may still be sent. What was dropped with its project while it was claimed stays dropped. */
export const isOpen = `d.status in ('pending', 'retrying', 'held')`

/**
 * Claims what is due of a group, and what is due within `batchDelayMs`: one row for all of it, which covers a range of
 * the group's deliveries in the order in which they are due. When its lease is over, they are due again, so that
 * nothing is lost with a copy that died.
 */
export async function claimDeliveries(
  q: Queryable,
  { channel, via = '', group, lease, leaseMs, batchDelayMs, limit }: ClaimRequest,
): Promise<ClaimedRow[]> {
  const { account_id, project_id, host, action, part } = group
  const { rows } = await q.query<ClaimedRow>({
    name: 'claim-deliveries',
    text: 'select * from claim_deliveries($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    values: [channel, via, account_id, project_id, host, action, part, lease, leaseMs, batchDelayMs, limit],
  })
  return rows
}

/**
 * Extends leases that have not ended, and returns those it extended. A lease that has ended is never revived: another
 * copy may be about to claim its deliveries. A portion of an outcome that is being written locks the claim against its
 * deletion, not against this; what ends a claim is not waited for.
 */
export async function renewClaims(q: Queryable, leases: string[], leaseMs: number): Promise<Set<string>> {
  const { rows } = await q.query<{ lease: string }>({
    name: 'renew-claims',
    text: `
      with mine as materialized (
        select lease from delivery_claims where lease = any ($1::uuid[]) and until > clock_timestamp()
        for no key update skip locked
      )
      update delivery_claims c set until = clock_timestamp() + $2 * interval '1 millisecond'
      from mine where c.lease = mine.lease
      returning c.lease`,
    values: [leases, leaseMs],
  })
  return new Set(rows.map(({ lease }) => lease))
}

/** Deletes claims that ended a while ago: of copies that died, of groups in which nothing else came due. */
export async function deleteEndedClaims(q: Queryable, endedMs: number): Promise<void> {
  await q.query({
    name: 'delete-ended-claims',
    text: `delete from delivery_claims where until < clock_timestamp() - $1 * interval '1 millisecond'`,
    values: [endedMs],
  })
}

/** A whole claim: its row does not name its deliveries, and others may have come into its range since. */
export type ClaimedIds = { accountId: string; lease: string; ids: string[] }

/**
 * SQL that ends the claim of account $1 and lease $2, as `mine`, and its deliveries $3. When another copy has replaced
 * the claim, nothing is written.
 */
const endClaim = `with mine as (delete from delivery_claims where account_id = $1 and lease = $2 returning lease)`
const ofClaim = `d.account_id = $1 and d.id = any ($3::uuid[]) and ${isOpen} and exists (select from mine)`

/** Returns claimed deliveries that were not sent: due again after `delayMs`. */
export async function releaseClaim(
  q: Queryable,
  { accountId, lease, ids }: ClaimedIds,
  delayMs: number,
  reason: string,
): Promise<void> {
  await q.query({
    name: 'put-back',
    text: `${endClaim}
      update deliveries d set reason = $5, next_at = clock_timestamp() + $4 * interval '1 millisecond'
      where ${ofClaim}`,
    values: [accountId, lease, ids, delayMs, reason],
  })
}

/** Ends claimed deliveries that cannot be sent. What is rejected is counted in its hour by the same statement. */
export async function finishClaim(
  q: Queryable,
  { accountId, lease, ids }: ClaimedIds,
  status: 'dropped' | 'rejected',
  reason: string,
): Promise<void> {
  await q.query({
    name: 'end-claimed',
    text: `${endClaim}, written as (
        update deliveries d set status = $4, reason = $5, next_at = null, last_attempt_at = clock_timestamp()
        where ${ofClaim}
        returning d.project_id, d.channel, d.status
      )
      insert into delivery_hours as h (account_id, project_id, hour, channel, delivered, rejected)
      select $1, project_id, date_trunc('hour', clock_timestamp(), 'UTC'), channel, 0, count(*)
      from written where status = 'rejected' group by project_id, channel
      on conflict (account_id, project_id, hour, channel) do update set rejected = h.rejected + excluded.rejected`,
    values: [accountId, lease, ids, status, reason],
  })
}

/** Moves claimed deliveries that were not sent to another endpoint, due at once. */
export async function rerouteClaim(q: Queryable, { accountId, lease, ids }: ClaimedIds, via: string): Promise<void> {
  await q.query({
    name: 'reroute-claimed',
    text: `${endClaim} update deliveries d set via = $4, next_at = clock_timestamp() where ${ofClaim}`,
    values: [accountId, lease, ids, via],
  })
}
