import type { Queryable } from '@pagebell/postgres/database'
import type { Hub } from '@pagebell/sitemaps/listing'
import type { Seal } from '@pagebell/tokens/seal'
import { mintCallbackToken, mintSecret, sealSecret, type WatchPlace } from './subscription.ts'
import { endSubscriptions, findSubscriptions, insertSubscription } from './subscriptions.sql.ts'

/** What the file of a watch names now: null is no hub, undefined that the file has not changed. */
export type PlanSubscription = (q: Queryable, watch: WatchPlace, named: Hub | null | undefined) => Promise<void>

/** So that the feeds of a hub, scanned together after an outage, do not ask it together. */
const spreadMs = 10_000

/**
 * Plans the subscription of a watch in the transaction of its scan. Where a feed names another hub or topic than
 * before, the subscription of before ends, and the new one has another callback and secret.
 */
export function createSubscriptionPlanner(seal: Seal, waitFactor: number): PlanSubscription {
  return async (q, watch, named) => {
    if (named === undefined) return
    const [current] = await findSubscriptions(q, watch)
    if (current?.hub === named?.hub && current?.topic === named?.topic) return
    if (current !== undefined) await endSubscriptions(q, watch)
    if (named === null) return
    const token = mintCallbackToken()
    const secret = sealSecret(seal, token, mintSecret())
    await insertSubscription(q, watch, { ...named, token, secret, afterMs: Math.random() * spreadMs * waitFactor })
  }
}
