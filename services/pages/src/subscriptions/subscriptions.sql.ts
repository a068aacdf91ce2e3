import type { Queryable } from '@pagebell/postgres/database'
import type { WatchPlace } from './subscription.ts'

export type SubscriptionRow = {
  watch_id: string
  hub: string
  topic: string
  /** Until when the hub delivers; null if it does not. */
  expires_at: string | null
  is_denied: boolean
  last_delivery_at: string | null
  problem: string | null
}

/** The subscriptions of a project's watches; of one watch if `watchId` is given. Those that end are left out. */
export async function findSubscriptions(
  q: Queryable,
  { accountId, projectId, watchId }: Omit<WatchPlace, 'watchId'> & { watchId?: string | undefined },
): Promise<SubscriptionRow[]> {
  const { rows } = await q.query<SubscriptionRow>({
    name: 'find-subscriptions',
    text: `
      select watch_id, hub, topic, case when expires_at > clock_timestamp() then expires_at end as expires_at,
        denied_at is not null as is_denied, last_delivery_at, problem
      from hub_subscription
      where account_id = $1 and project_id = $2 and ($3::text is null or watch_id = $3) and not ends`,
    values: [accountId, projectId, watchId ?? null],
  })
  return rows
}

export type NewSubscription = { token: string; hub: string; topic: string; secret: string; afterMs: number }

/** The watch has no other subscription that does not end. */
export async function insertSubscription(
  q: Queryable,
  { accountId, projectId, watchId }: WatchPlace,
  { token, hub, topic, secret, afterMs }: NewSubscription,
): Promise<void> {
  await q.query({
    name: 'insert-subscription',
    text: `
      insert into hub_subscription (account_id, project_id, watch_id, token, hub, topic, secret, next_at)
      values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp() + $8 * interval '1 millisecond')`,
    values: [accountId, projectId, watchId, token, hub, topic, secret, afterMs],
  })
}

/** Has the subscriptions of a watch, or of all watches of a project, end at their hubs. */
export async function endSubscriptions(
  q: Queryable,
  { accountId, projectId, watchId }: Omit<WatchPlace, 'watchId'> & { watchId?: string | undefined },
): Promise<void> {
  await q.query({
    name: 'end-subscriptions',
    text: `
      update hub_subscription set ends = true, next_at = clock_timestamp(), lease = null, accepted = false, attempts = 0
      where account_id = $1 and project_id = $2 and ($3::text is null or watch_id = $3) and not ends`,
    values: [accountId, projectId, watchId ?? null],
  })
}

export type CalledSubscription = {
  account_id: string
  project_id: string
  watch_id: string
  secret: string
  /** It has been verified, and is wanted. */
  delivers: boolean
}

/** Whose subscription has this token, of any account. */
export async function findByToken(q: Queryable, token: string): Promise<CalledSubscription | undefined> {
  const { rows } = await q.query<CalledSubscription>({
    name: 'find-subscription-by-token',
    text: `
      select account_id, project_id, watch_id, secret, verified_at is not null and not ends as delivers
      from hub_subscription where token = $1`,
    values: [token],
  })
  return rows[0]
}

/** A hub may verify a request for so long after it. */
const verifiableFor = `interval '1 day'`

/**
 * Makes a subscription active until its lease ends, and plans its renewal for when about 80 % of that have passed.
 * False if nothing of the kind was requested within a day.
 */
export async function confirmSubscription(
  q: Queryable,
  { token, topic, leaseSeconds }: { token: string; topic: string; leaseSeconds: number },
): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'confirm-subscription',
    text: `
      update hub_subscription set verified_at = clock_timestamp(), accepted = false, lease = null, attempts = 0,
        expires_at = clock_timestamp() + $3 * interval '1 second', denied_at = null, problem = null,
        next_at = clock_timestamp() + $3 * (0.75 + random() * 0.1) * interval '1 second'
      where token = $1 and topic = $2 and not ends and requested_at > clock_timestamp() - ${verifiableFor}`,
    values: [token, topic, leaseSeconds],
  })
  return rowCount === 1
}

/** Forgets a subscription that ends; false if it is wanted, or its end was not requested. */
export async function confirmEnd(q: Queryable, token: string, topic: string): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'confirm-end-of-subscription',
    text: 'delete from hub_subscription where token = $1 and topic = $2 and ends',
    values: [token, topic],
  })
  return rowCount === 1
}

/** Notes that a hub denies a subscription, or has ended it; it is asked again after a week. */
export async function denySubscription(
  q: Queryable,
  { token, topic, problem }: { token: string; topic: string; problem: string },
): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'deny-subscription',
    text: `
      update hub_subscription set denied_at = clock_timestamp(), verified_at = null, expires_at = null, problem = $3,
        accepted = false, lease = null, attempts = 0, next_at = clock_timestamp() + interval '7 days'
      where token = $1 and topic = $2 and not ends`,
    values: [token, topic, problem],
  })
  return rowCount === 1
}

/** False if the subscription has ended meanwhile. */
export async function noteDelivery(q: Queryable, token: string): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'note-delivery-of-hub',
    text: `
      update hub_subscription set last_delivery_at = clock_timestamp()
      where token = $1 and verified_at is not null and not ends`,
    values: [token],
  })
  return rowCount === 1
}
