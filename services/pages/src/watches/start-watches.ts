import { startHandOver } from './hand-over.ts'
import { startListingReader } from './listing-reader.ts'
import { startLookPlanner } from './look-planner.ts'
import { startScanRunner } from './scan-runner.ts'

type ScanRunnerTools = Parameters<typeof startScanRunner>[0]
type WatchTools = Omit<ScanRunnerTools, 'reader'> &
  Parameters<typeof startHandOver>[0] &
  Parameters<typeof startLookPlanner>[0]

export type WatchRunners = AsyncDisposable & {
  /** A watch has become due. */
  scanNow(): void
}

/** A file may take a minute to come and half a minute to read. */
const scanLeases = 4

/**
 * Starts what watches do: scans, looks at pages whose dates are not trusted, and the way of what they find to intake.
 */
export function startWatches(tools: WatchTools): WatchRunners {
  const stack = new AsyncDisposableStack()
  const reader = stack.use(startListingReader())
  const scans = stack.use(startScanRunner({ ...tools, reader, leaseMs: tools.leaseMs * scanLeases }))
  stack.use(startLookPlanner(tools))
  stack.use(startHandOver(tools))
  return { scanNow: () => scans.now(), [Symbol.asyncDispose]: () => stack.disposeAsync() }
}
