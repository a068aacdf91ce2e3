import { fault } from '@pagebell/faults/fault'
import { invalidField } from '@pagebell/faults/invalid-field'
import type { Database } from '@pagebell/postgres/database'
import { Subscriptions } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import { type DeliveryTools, receiveDelivery } from './receive-delivery.ts'
import { reencryptSecrets } from './reencrypt-secrets.ts'
import { grantedLease, isCallbackToken } from './subscription.ts'
import { confirmEnd, confirmSubscription, denySubscription, findByToken } from './subscriptions.sql.ts'

type RpcTools = DeliveryTools & {
  /** Starts scans that have become due. */
  watches: { scanNow(): void }
}

type Intent = { token: string; mode: string; topic: string; lease_seconds: number | undefined }

const denied = 'The hub denies the subscription.'

/** What hubs ask and deliver at the callback of a subscription. */
export function subscriptionsRpc(tools: RpcTools) {
  const { db, seal, watches } = tools

  return implement(Subscriptions, {
    async verifyIntent({ token, mode, topic, lease_seconds }) {
      if (mode !== 'subscribe' && mode !== 'unsubscribe' && mode !== 'denied')
        throw invalidField('hub.mode', 'must be one of: subscribe, unsubscribe, denied')
      if (!(await isWanted(db, { token, mode, topic, lease_seconds })))
        throw fault('not_found', 'No such subscription was requested.')
      return {}
    },

    async deliver({ token, signature, body }) {
      const outcome = await receiveDelivery(tools, { token, signature, body })
      if (outcome === 'unknown') throw fault('not_found', 'There is no such subscription.')
      if (outcome === 'taken') watches.scanNow()
      return { taken: outcome === 'taken' }
    },

    reencryptSubscriptions: async () => ({ count: await reencryptSecrets(db, seal) }),
  })
}

/** Whether a hub asks for what was requested of it (WebSub section 5.3); notes what it says. */
async function isWanted(db: Database, { token, mode, topic, lease_seconds }: Intent): Promise<boolean> {
  const found = isCallbackToken(token) ? await findByToken(db.acrossAccounts(), token) : undefined
  if (found === undefined) return false
  const q = db.forAccount(found.account_id)
  if (mode === 'denied') return denySubscription(q, { token, topic, problem: denied })
  if (mode === 'unsubscribe') return confirmEnd(q, token, topic)
  return confirmSubscription(q, { token, topic, leaseSeconds: grantedLease(lease_seconds) })
}
