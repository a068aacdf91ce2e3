import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import { keepLeases } from '../leases.ts'
import { watchBatches } from './batch-completed.ts'
import { deleteOldConfirmations } from './email/confirmations.sql.ts'
import { type ClaimedEndpoint, renewEndpoints, type Transport } from './endpoint-claims.sql.ts'
import { deleteLeftEndpoints } from './endpoints.sql.ts'
import { createEventSender, type EventTools } from './event-sender.ts'
import { deleteOldEvents } from './events.sql.ts'

const eventSweepMs = 600_000
const eventsPerDelete = 1_000

/** `now` starts a round of sending. */
export type EventSending = AsyncDisposable & Pick<Repeated, 'now'>

/** Starts sending events as they come due, the search for complete batches, and the sweep of old events. */
export function startEventEndpoints(tools: Omit<EventTools, 'leases'>, pollMs: number): EventSending {
  const running = new AsyncDisposableStack()
  const { db, log, policy } = tools
  const q = db.acrossAccounts()
  const renew = (claims: ClaimedEndpoint[]) => renewEndpoints(q, claims, policy.lease)
  const leases = running.use(keepLeases(policy.lease, renew, log, 'renewal of event endpoints'))
  const rounds: Partial<Record<Transport, Repeated>> = {}
  for (const transport of ['http', 'email'] as const) {
    const sender = running.use(createEventSender({ ...tools, leases }, transport, () => rounds[transport]?.now()))
    rounds[transport] = running.use(repeat(pollMs, () => sender.round(), log, `sending events by ${transport}`))
  }
  const sendNow = () => {
    for (const one of Object.values(rounds)) one.now()
  }

  const watch = (signal: AbortSignal) => watchBatches({ db, sendNow }, signal)
  running.use(repeat(policy.watch, watch, log, 'the watch of batches'))
  const sweep = async (signal: AbortSignal) => {
    let deleted = eventsPerDelete
    while (deleted === eventsPerDelete && !signal.aborted)
      deleted = await deleteOldEvents(q, policy.retention, eventsPerDelete)
    await deleteLeftEndpoints(q)
    await deleteOldConfirmations(q)
  }
  running.use(repeat(eventSweepMs, sweep, log, 'the sweep of events'))
  return { now: sendNow, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
