import { createDiscoverSite, type DiscoverSite } from './discover-site.ts'
import { startHandOver } from './hand-over.ts'
import { startListingReader } from './listing-reader.ts'
import { startLookPlanner } from './look-planner.ts'
import { startScanRunner } from './scan-runner.ts'

type ScanRunnerTools = Parameters<typeof startScanRunner>[0]
type WatchTools = Omit<ScanRunnerTools, 'reader'> &
  Omit<Parameters<typeof createDiscoverSite>[0], 'listings'> &
  Parameters<typeof startHandOver>[0] &
  Parameters<typeof startLookPlanner>[0]

export type WatchRunners = AsyncDisposable & {
  /** A watch has become due. */
  scanNow(): void
  discover: DiscoverSite
}

/** From one scan that a hub has asked for to the next one. */
export const pushCooldownMs = 60_000

/** A file may take a minute to come and half a minute to read. */
const scanLeases = 4

/** Starts what watches do: scans, looks at pages whose dates are not trusted, and handing over what is found. */
export function startWatches(tools: WatchTools): WatchRunners {
  const stack = new AsyncDisposableStack()
  const listings = stack.use(startListingReader())
  const scans = stack.use(startScanRunner({ ...tools, reader: listings, leaseMs: tools.leaseMs * scanLeases }))
  stack.use(startLookPlanner(tools))
  stack.use(startHandOver(tools))
  const discover = createDiscoverSite({ ...tools, listings })
  return { scanNow: () => scans.now(), discover, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}
