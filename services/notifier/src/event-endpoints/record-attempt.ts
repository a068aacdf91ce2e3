import type { Database, Queryable, Transactions } from '@pagebell/postgres/database'
import { jitter } from '../retry-policy.ts'
import { retryWhileUnavailable } from '../retry-while-unavailable.ts'
import {
  type ClaimedEndpoint,
  type EndpointHealth,
  type EndpointLease,
  type EventAttempt,
  insertAttempt,
  lockClaimedEndpoint,
  recordHealth,
  releaseEndpoint,
} from './endpoint-claims.sql.ts'
import { type DisabledState, disableEndpoint, type EndpointKey } from './endpoints.sql.ts'
import { cooldownMs, type EventRetryPolicy, nextEventState } from './event-retry-policy.ts'
import { dropEvents } from './events.sql.ts'
import type { ReceiverResult } from './receiver-client.ts'

/** An event with the lease of its endpoint. */
export type ClaimedEvent = ClaimedEndpoint & { event_id: string }

type RecordTools = { db: Database; policy: EventRetryPolicy; stopping: AbortSignal }

/** Records what a result means for the event and for its endpoint. Returns the new status of the event, for the log. */
export async function recordAttempt(
  { db, policy, stopping }: RecordTools,
  event: ClaimedEvent,
  attempt: EventAttempt,
  result: ReceiverResult,
): Promise<string> {
  const next = nextEventState(event, result, policy, jitter())
  const write = async (q: Queryable): Promise<string> => {
    const now = await recordHealth(q, event, result.reason !== undefined)
    // The endpoint was disabled or deleted meanwhile, or another copy has its lease: what was written there counts.
    if (now === undefined) return 'another’s'
    await insertAttempt(q, event.account_id, event.event_id, attempt, next)
    const disabled = findDisableReason(now, attempt, result, policy.giveUp)
    if (disabled === undefined) await releaseEndpoint(q, event, cooldownMs(now.failures, policy))
    else await disable(q, event, disabled)
    return disabled === undefined ? next.status : disabled.reason
  }
  return retryWhileUnavailable(() => db.acrossAccounts().transaction(write), stopping)
}

function findDisableReason(
  now: EndpointHealth,
  attempt: EventAttempt,
  { gone }: ReceiverResult,
  giveUpMs: number,
): DisabledState | undefined {
  if (gone) return { reason: 'gone', note: goneNote(attempt) }
  if (attempt.reason === null || now.failing_ms < giveUpMs) return undefined
  const note = `Nothing but failures since ${now.failing_since}; the last one: ${attempt.reason}.`
  return { reason: 'failing', note }
}

function goneNote({ status, reason }: EventAttempt): string {
  if (status === 410) return 'The receiver answered 410: it wants nothing any more.'
  if (reason?.startsWith('smtp_')) return `The mail server of the recipient refused the address (${status}).`
  return `The receiver answered ${status} (${reason}): there is no such webhook any more.`
}

/** Disables an endpoint and drops its waiting events, so that enabling it again does not begin with a flood. */
export async function disable(q: Queryable, endpoint: EndpointKey, disabled: DisabledState): Promise<void> {
  await disableEndpoint(q, endpoint, disabled)
  await dropEvents(q, endpoint)
}

/** Ends a lease under which there was nothing to send. */
export async function releaseUnsent(q: Transactions, claimed: EndpointLease): Promise<void> {
  await q.transaction(async (transaction) => {
    await lockClaimedEndpoint(transaction, claimed)
    await releaseEndpoint(transaction, claimed, 0)
  })
}
