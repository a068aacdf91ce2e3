import { createFairSlots } from '@pagebell/fair-queue/fair-slots'
import type { Channel } from './channel.ts'
import { type Dispatching, dispatchNext, otherEngine } from './dispatch.ts'
import { findOtherEndpoints, type OtherEndpoint } from './queries/find-other-endpoints.ts'

/** Requests under way at once to customers' endpoints, and to those of one account: some that hang hold up no other's. */
const slots = 32
const slotsPerKey = 4
/** Endpoints of one account that take turns at its slots; the others follow as these have nothing left. */
const maxOfAccount = 64

/**
 * A round of what goes to endpoints that customers have set. Each has one request under way at most, and accounts take turns
 * after every request. Answers what waits for the requests that are under way.
 */
export function otherDispatcher(tools: Dispatching, channel: Channel) {
  const fair = createFairSlots({ slots, slotsPerKey })
  const underWay = new Map<string, { account: string; drained: Promise<void> }>()
  /** For accounts that have more endpoints than are looked at together: where the next look begins. */
  let last = new Map<string, string>()

  async function drain({ account_id, via }: OtherEndpoint, name: string, signal: AbortSignal): Promise<void> {
    const engine = otherEngine(tools.db, channel, account_id, via)
    try {
      while (!signal.aborted && (await fair.run(account_id, () => dispatchNext(tools, engine), signal)));
    } catch (error) {
      if (!signal.aborted) tools.log.warn({ err: error }, 'a lane of another endpoint failed and will be tried again')
    } finally {
      underWay.delete(name)
    }
  }

  return {
    async round(signal: AbortSignal): Promise<void> {
      const { rows } = await tools.db.query<OtherEndpoint>(findOtherEndpoints(channel.id, last, maxOfAccount))
      last = new Map()
      for (const [account, endpoints] of Map.groupBy(rows, ({ account_id }) => account_id)) {
        const [final] = endpoints.slice(maxOfAccount - 1)
        if (final !== undefined) last.set(account, final.via)
        let left = maxOfAccount - [...underWay.values()].filter((one) => one.account === account).length
        for (const endpoint of endpoints) {
          const name = `${account} ${endpoint.via}`
          if (left <= 0 || underWay.has(name)) continue
          left -= 1
          underWay.set(name, { account, drained: drain(endpoint, name, signal) })
        }
      }
    },
    [Symbol.asyncDispose]: async () => void (await Promise.all([...underWay.values()].map(({ drained }) => drained))),
  }
}
