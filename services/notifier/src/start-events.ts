import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import { keepLeases } from './leases.ts'
import type { ClaimedEndpoint } from './queries/claim-endpoints.ts'
import { renewEndpoints } from './queries/renew-endpoints.ts'
import { type EventTools, eventSender } from './send-events.ts'

/** Sends events as they come due, one after the other to each endpoint; `now` asks for a round at once. */
export function startEvents(tools: Omit<EventTools, 'leases'>, pollMs: number): Repeated {
  const { db, log, schedule } = tools
  const renew = async (claims: ClaimedEndpoint[]) => {
    const { rows } = await db.query<{ lease: string }>(renewEndpoints(claims, schedule.lease))
    return new Set(rows.map(({ lease }) => lease))
  }
  const leases = keepLeases(schedule.lease, renew, log, 'renewal of event endpoints')
  let rounds: Repeated | undefined
  const sender = eventSender({ ...tools, leases }, () => rounds?.now())
  rounds = repeat(pollMs, () => sender.round(), log, 'sending events')
  return {
    now: () => rounds.now(),
    async [Symbol.asyncDispose]() {
      await rounds[Symbol.asyncDispose]()
      await sender[Symbol.asyncDispose]()
      await leases[Symbol.asyncDispose]()
    },
  }
}
