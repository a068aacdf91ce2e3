import type { Database } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import type { FetchSafely } from '@pagebell/safe-fetch/safe-fetcher'
import type { Seal } from '@pagebell/tokens/seal'
import { hubRequests } from '../metrics.ts'
import { claimDue, type DueSubscription, deleteLeased, noteAccepted, noteFailure } from './hub-requests.sql.ts'
import { type HubRequest, requestHub } from './request-hub.ts'
import {
  maxEndAttempts,
  openSecret,
  requestedLeaseSeconds,
  retryAfterMs,
  verificationTimeoutMs,
} from './subscription.ts'

type SubscriptionTools = {
  db: Database
  fetch: FetchSafely
  seal: Seal
  log: Log
  /** Of the gateway; undefined if no hub could reach it, so that none is asked. */
  callbackBase: string | undefined
  pollMs: number
  waitFactor: number
}

const claim = { limit: 8, perAccount: 2, claimMs: 60_000 }
const notVerified = 'The hub has accepted the subscription, and has not verified it.'

/** Asks hubs for subscriptions that are due: new ones, renewals, and those that end. */
export function startSubscriptionRunner(tools: SubscriptionTools): Repeated {
  const { db, log, callbackBase, pollMs } = tools
  const q = db.acrossAccounts()

  async function askOne(due: DueSubscription, signal: AbortSignal): Promise<void> {
    try {
      await (due.ends ? endOne(tools, due, signal) : subscribeOne(tools, due, signal))
    } catch (error) {
      if (signal.aborted) return
      log.warn({ err: error, account_id: due.account_id }, 'a hub will be asked again')
    }
  }

  async function askDue(signal: AbortSignal): Promise<void> {
    while (callbackBase !== undefined && !signal.aborted) {
      const due = await claimDue(q, claim)
      if (due.length === 0) return
      await Promise.all(due.map((one) => askOne(one, signal)))
    }
  }

  return repeat(pollMs, askDue, log, 'the requests to hubs')
}

async function subscribeOne(tools: SubscriptionTools, due: DueSubscription, signal: AbortSignal): Promise<void> {
  const q = tools.db.forAccount(due.account_id)
  const problem = due.accepted ? notVerified : await ask(tools, due, signal)
  if (problem === undefined) return noteAccepted(q, due, verificationTimeoutMs * tools.waitFactor)
  await noteFailure(q, due, { problem, afterMs: retryAfterMs(due.attempts + 1) * tools.waitFactor })
}

/** Of a hub that does not end a subscription, nothing depends: it is forgotten, and its deliveries are answered 410. */
async function endOne(tools: SubscriptionTools, due: DueSubscription, signal: AbortSignal): Promise<void> {
  const q = tools.db.forAccount(due.account_id)
  if (!due.is_active) return deleteLeased(q, due)
  const problem = due.accepted ? notVerified : await ask(tools, due, signal)
  if (problem === undefined) return noteAccepted(q, due, verificationTimeoutMs * tools.waitFactor)
  if (due.attempts + 1 >= maxEndAttempts) return deleteLeased(q, due)
  await noteFailure(q, due, { problem, afterMs: retryAfterMs(due.attempts + 1) * tools.waitFactor })
}

/** Why the hub has not accepted a request; undefined if it has. */
async function ask(
  { fetch, seal, callbackBase = '' }: SubscriptionTools,
  { hub, topic, token, secret, ends }: DueSubscription,
  signal: AbortSignal,
): Promise<string | undefined> {
  const request: HubRequest = {
    hub,
    mode: ends ? 'unsubscribe' : 'subscribe',
    topic,
    callback: `${callbackBase}/api/websub/${token}`,
    secret: openSecret(seal, token, secret),
    leaseSeconds: requestedLeaseSeconds,
  }
  const problem = await requestHub(fetch, request, signal)
  hubRequests.add(1, {
    'pagebell.mode': request.mode,
    'pagebell.outcome': problem === undefined ? 'accepted' : 'failed',
  })
  return problem
}
