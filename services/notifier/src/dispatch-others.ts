import type { Channel } from './channel.ts'
import { type Dispatching, dispatchNext, type Engine } from './dispatch.ts'
import { beforeAll } from './queries/find-due-group.ts'
import { findOtherEndpoints } from './queries/find-other-endpoints.ts'

/** Endpoints asked side by side by a copy, so that one that hangs holds up no other. */
const mostAtOnce = 32

/**
 * A round of what goes to endpoints that customers have set: each has a lane of its own while something is due for it.
 * Answers what waits for the lanes that are under way.
 */
export function otherDispatcher(tools: Dispatching, channel: Channel) {
  const underWay = new Map<string, Promise<void>>()

  async function drain(engine: Engine, signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted && (await dispatchNext(tools, engine)));
    } catch (error) {
      if (!signal.aborted) tools.log.warn({ err: error }, 'a lane of another endpoint failed and will be tried again')
    } finally {
      underWay.delete(engine.via)
    }
  }

  return {
    async round(signal: AbortSignal): Promise<void> {
      const { rows } = await tools.db.query<{ via: string }>(findOtherEndpoints(channel.id))
      for (const { via } of rows) {
        if (underWay.has(via) || underWay.size >= mostAtOnce) continue
        underWay.set(via, drain({ channel, endpoint: via, via, turn: beforeAll }, signal))
      }
    },
    [Symbol.asyncDispose]: async () => void (await Promise.all(underWay.values())),
  }
}
