import { createFairSlots } from '@pagebell/fair-queue/fair-slots'
import type { Channel } from '../channels/channel.ts'
import { dispatchNext } from './dispatcher.ts'
import { type EndpointOverride, findEndpointOverrides } from './due.sql.ts'
import { type DispatchTools, overrideEngine } from './engine.ts'

/**
 * Requests under way at once to endpoint overrides, and to those of one account: some that hang delay no other account.
 */
const slots = 32
const slotsPerKey = 4
/** Endpoints of one account that share its slots in rotation; the others follow when these have nothing left. */
const maxOfAccount = 64

/**
 * Dispatches to endpoints that customers have set, in rounds. Each has one request under way at most, and accounts
 * are served in rotation after every request. Disposing waits for the requests that are under way.
 */
export function createOverrideDispatcher(tools: DispatchTools, channel: Channel) {
  const q = tools.db.acrossAccounts()
  const fair = createFairSlots({ slots, slotsPerKey })
  const underWay = new Map<string, { account: string; drained: Promise<void> }>()
  /** For accounts with more endpoints than are found at once: after which one the next search begins. */
  let last = new Map<string, string>()

  async function drain({ account_id, via }: EndpointOverride, name: string, signal: AbortSignal): Promise<void> {
    const engine = overrideEngine(q, channel, account_id, via)
    try {
      while (!signal.aborted && (await fair.run(account_id, () => dispatchNext(tools, engine), signal)));
    } catch (error) {
      if (!signal.aborted)
        tools.log.warn({ err: error }, 'a worker of an endpoint override failed and will be tried again')
    } finally {
      underWay.delete(name)
    }
  }

  return {
    async round(signal: AbortSignal): Promise<void> {
      const found = await findEndpointOverrides(q, channel.id, last, maxOfAccount)
      last = new Map()
      for (const [account, endpoints] of Map.groupBy(found, ({ account_id }) => account_id)) {
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
