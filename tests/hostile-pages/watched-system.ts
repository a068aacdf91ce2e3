import type { ServiceName } from '@pagebell/start/service-list'
import { until } from '@pagebell/testing/until'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'

/**
 * The longest time that a main thread was busy in one iteration of its event loop, and the longest delay in its metric.
 */
export type BlockedTimes = { heldMs: number; delayMs: number }

export type WatchedSystem = TestSystem & {
  maxima: Map<ServiceName, BlockedTimes>
  /** Reads the event loop metrics of each service's health port. */
  scrape(): Promise<void>
  /** Services that crashed and were restarted. */
  ended(): string[]
}

/** Starts a system and monitors its main threads, by metrics and by `watch-thread.ts`. */
export async function startWatchedSystem(env: NodeJS.ProcessEnv): Promise<WatchedSystem> {
  const maxima = new Map<ServiceName, BlockedTimes>()
  const note = (service: ServiceName, seen: Partial<BlockedTimes>): void => {
    const { heldMs, delayMs } = maxima.get(service) ?? { heldMs: 0, delayMs: 0 }
    maxima.set(service, { heldMs: Math.max(heldMs, seen.heldMs ?? 0), delayMs: Math.max(delayMs, seen.delayMs ?? 0) })
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
  // Without these logs, no blocked time would be found.
  await until('every main thread is watched', () => system.copies.every(({ service }) => watched.has(service)))
  return {
    ...system,
    maxima,
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
