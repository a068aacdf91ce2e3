import type { ServiceName } from '@pagebell/start/service-list'
import { until } from '@pagebell/testing/until'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'

/** The longest that a main thread was busy in one turn of its event loop, and the longest delay that its metric shows. */
export type Longest = { heldMs: number; delayMs: number }

export type WatchedSystem = TestSystem & {
  longest: Map<ServiceName, Longest>
  /** Takes in what the health port of each service says of its event loop now. */
  scrape(): Promise<void>
  /** Services that were started again, which ended by themselves. */
  ended(): string[]
}

/** A whole system whose main threads are watched, from outside and from inside (`watch-thread.ts`). */
export async function startWatchedSystem(env: NodeJS.ProcessEnv): Promise<WatchedSystem> {
  const longest = new Map<ServiceName, Longest>()
  const note = (service: ServiceName, seen: Partial<Longest>): void => {
    const { heldMs, delayMs } = longest.get(service) ?? { heldMs: 0, delayMs: 0 }
    longest.set(service, { heldMs: Math.max(heldMs, seen.heldMs ?? 0), delayMs: Math.max(delayMs, seen.delayMs ?? 0) })
  }
  const watched = new Set<string>()
  const system = await startTestSystem({
    env: { ...env, NODE_OPTIONS: `--import=${new URL('watch-thread.ts', import.meta.url).href}` },
    onLine(line) {
      const [, begun] = /thread watched.*part=(\w+)/.exec(line) ?? []
      if (begun !== undefined) watched.add(begun)
      const [, service] = /thread held.*part=(\w+)/.exec(line) ?? []
      if (service !== undefined) note(service as ServiceName, { heldMs: Number(/held=([\d.]+)/.exec(line)?.[1]) })
    },
  })
  // Otherwise nothing that is said later could be too long.
  await until('every main thread is watched', () => system.copies.every(({ service }) => watched.has(service)))
  return {
    ...system,
    longest,
    async scrape() {
      for (const { service, readyUrl } of system.copies) {
        const metrics = await (await fetch(new URL('/metrics', readyUrl))).text()
        const [, seconds] = /^nodejs_eventloop_delay_max\w*(?:\{[^}]*\})? ([\d.e+-]+)$/m.exec(metrics) ?? []
        if (seconds === undefined) throw new Error(`${service} does not measure its event loop.`)
        note(service, { delayMs: Number(seconds) * 1_000 })
      }
    },
    ended: () => system.copies.flatMap(({ service, process }) => (process.restarts() === 0 ? [] : [service])),
  }
}
