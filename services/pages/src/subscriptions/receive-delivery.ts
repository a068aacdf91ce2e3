import type { Database, Queryable } from '@pagebell/postgres/database'
import type { Seal } from '@pagebell/tokens/seal'
import { hubDeliveries } from '../metrics.ts'
import { judgeSignature } from './signature.ts'
import { isCallbackToken, openSecret, type WatchPlace } from './subscription.ts'
import { findByToken, noteDelivery } from './subscriptions.sql.ts'

export type HubDelivery = { token: string; signature: string | undefined; body: Uint8Array }

/**
 * taken: it is signed, and a scan is planned; ignored: it is not signed, or not by the hub; unknown: nothing is wanted.
 */
export type DeliveryOutcome = 'taken' | 'ignored' | 'unknown'

export type DeliveryTools = {
  db: Database
  seal: Seal
  /** Makes the watch due, in the transaction that notes the delivery; false if there is no such watch. */
  scanSoon: (q: Queryable, watch: WatchPlace) => Promise<boolean>
}

/** Thrown to undo the scan of a watch whose subscription has ended meanwhile. */
class SubscriptionEnded extends Error {
  override name = 'SubscriptionEnded'
}

/**
 * Takes what a hub delivers (WebSub section 7) for a signal: the scan reads the feed at its origin, so that no hub
 * decides what a site says, and a delivery that comes twice harms nothing.
 */
export async function receiveDelivery(tools: DeliveryTools, delivery: HubDelivery): Promise<DeliveryOutcome> {
  const outcome = await judgeDelivery(tools, delivery)
  hubDeliveries.add(1, { 'pagebell.outcome': outcome })
  return outcome
}

async function judgeDelivery(
  { db, seal, scanSoon }: DeliveryTools,
  { token, signature, body }: HubDelivery,
): Promise<DeliveryOutcome> {
  const found = isCallbackToken(token) ? await findByToken(db.acrossAccounts(), token) : undefined
  if (found?.delivers !== true) return 'unknown'
  if (judgeSignature(openSecret(seal, token, found.secret), signature, body) !== 'right') return 'ignored'
  const watch = { accountId: found.account_id, projectId: found.project_id, watchId: found.watch_id }
  try {
    await db.forAccount(watch.accountId).transaction(async (q) => {
      // The watch first: a scan that ends locks it before its subscription.
      if (!(await scanSoon(q, watch)) || !(await noteDelivery(q, token))) throw new SubscriptionEnded()
    })
    return 'taken'
  } catch (error) {
    if (error instanceof SubscriptionEnded) return 'unknown'
    throw error
  }
}
