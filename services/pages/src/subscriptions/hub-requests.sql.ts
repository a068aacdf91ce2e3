import type { Queryable } from '@pagebell/postgres/database'

export type DueSubscription = {
  token: string
  account_id: string
  hub: string
  topic: string
  secret: string
  ends: boolean
  lease: string
  /** The hub had accepted the last request, and has not verified it. */
  accepted: boolean
  attempts: number
  /** The hub delivers at present. */
  is_active: boolean
}

type ClaimLimits = { limit: number; perAccount: number; claimMs: number }

/**
 * Takes leases on the subscriptions that are due, and notes the request before it is made: a hub may verify it before
 * it answers. Skipping locked rows lets any number of copies share the work; what a copy leaves behind is due after
 * `claimMs`.
 */
export async function claimDue(q: Queryable, { limit, perAccount, claimMs }: ClaimLimits): Promise<DueSubscription[]> {
  const { rows } = await q.query<DueSubscription>({
    name: 'claim-due-subscriptions',
    text: `
      with due as (
        select token, account_id, next_at from hub_subscription
        where next_at <= clock_timestamp() order by next_at limit 1000
      ), turn as (
        select *, row_number() over (partition by account_id order by next_at) as place from due
      ), claimed as (
        select s.token, s.accepted from turn join hub_subscription s using (token)
        where turn.place <= $2 and s.next_at <= clock_timestamp()
        order by turn.next_at limit $1 for update of s skip locked
      )
      update hub_subscription s set lease = gen_random_uuid(), accepted = false,
        next_at = clock_timestamp() + $3 * interval '1 millisecond',
        requested_at = case when claimed.accepted then s.requested_at else clock_timestamp() end
      from claimed where s.token = claimed.token
      returning s.token, s.account_id, s.hub, s.topic, s.secret, s.ends, s.lease, claimed.accepted, s.attempts,
        s.verified_at is not null and s.expires_at > clock_timestamp() as is_active`,
    values: [limit, perAccount, claimMs],
  })
  return rows
}

type Leased = Pick<DueSubscription, 'token' | 'lease'>

/**
 * The hub has accepted a request: it is due again if the hub does not verify it. Nothing if the hub has verified it.
 */
export async function noteAccepted(q: Queryable, { token, lease }: Leased, verifyMs: number): Promise<void> {
  await q.query({
    name: 'note-accepted-by-hub',
    text: `
      update hub_subscription set accepted = true, next_at = clock_timestamp() + $3 * interval '1 millisecond'
      where token = $1 and lease = $2`,
    values: [token, lease, verifyMs],
  })
}

/** A request has come to nothing: when it is made again, and why. */
export async function noteFailure(
  q: Queryable,
  { token, lease }: Leased,
  { problem, afterMs }: { problem: string; afterMs: number },
): Promise<void> {
  await q.query({
    name: 'note-failure-of-hub',
    text: `
      update hub_subscription set attempts = least(attempts + 1, 100), problem = $3,
        next_at = clock_timestamp() + $4 * interval '1 millisecond'
      where token = $1 and lease = $2`,
    values: [token, lease, problem, afterMs],
  })
}

export async function deleteLeased(q: Queryable, { token, lease }: Leased): Promise<void> {
  await q.query({
    name: 'delete-leased-subscription',
    text: 'delete from hub_subscription where token = $1 and lease = $2',
    values: [token, lease],
  })
}

type SealedSecret = { token: string; secret: string }

/** Secrets that are sealed by another key than the current one, locked until the transaction ends. */
export async function lockOldSecrets(q: Queryable, currentId: string, limit: number): Promise<SealedSecret[]> {
  const { rows } = await q.query<SealedSecret>({
    name: 'lock-old-subscription-secrets',
    text: `
      select token, secret from hub_subscription where split_part(secret, '.', 1) <> $1
      order by token limit $2 for update`,
    values: [currentId, limit],
  })
  return rows
}

export async function resealSecrets(q: Queryable, rows: SealedSecret[]): Promise<void> {
  await q.query({
    name: 'reseal-subscription-secrets',
    text: `
      update hub_subscription s set secret = r.secret from unnest($1::text[], $2::text[]) r (token, secret)
      where s.token = r.token`,
    values: [rows.map(({ token }) => token), rows.map(({ secret }) => secret)],
  })
}
