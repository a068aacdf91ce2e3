import type { Log } from '@pagebell/runtime/log'
import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import { overdueScans } from '../metrics.ts'
import { type ScanTools, scanWatch, WatchLeaseLost } from './scan-watch.ts'
import { type ClaimedWatch, claimWatches, measureScans } from './watches.sql.ts'

type RunnerTools = ScanTools & { log: Log; pollMs: number }

const scansAtOnce = 4
/** So that a few slow sites of one account leave room for the others. */
const scansPerAccount = 2

/** Scans the watches that are due: any number of copies share them, and each is scanned by one at a time. */
export function startScanRunner(tools: RunnerTools): Repeated {
  const { db, log, leaseMs } = tools
  const q = db.acrossAccounts()
  const running = new Map<Promise<void>, string>()
  let overdueSeconds = 0

  const busyAccounts = (): string[] => {
    const counts = Map.groupBy(running.values(), (account) => account)
    return [...counts].flatMap(([account, ofAccount]) => (ofAccount.length >= scansPerAccount ? [account] : []))
  }

  async function scan(watch: ClaimedWatch, signal: AbortSignal): Promise<void> {
    try {
      await scanWatch(tools, watch, signal)
    } catch (error) {
      const about = { project_id: watch.project_id, watch: watch.id }
      if (signal.aborted) return
      if (error instanceof WatchLeaseLost) log.info(about, 'the scan of a watch was given up')
      else log.warn({ err: error, ...about }, 'a watch will be scanned again')
    }
  }

  async function startDue(signal: AbortSignal): Promise<void> {
    overdueSeconds = await measureScans(q)
    // One at a time, so that an account's running scans count for the next choice.
    while (!signal.aborted && running.size < scansAtOnce) {
      const [watch] = await claimWatches(q, { limit: 1, leaseMs, busy: busyAccounts() })
      if (watch === undefined) return
      const work: Promise<void> = scan(watch, signal).finally(() => {
        running.delete(work)
        if (!signal.aborted) repeated.now()
      })
      running.set(work, watch.account_id)
    }
  }

  const repeated = repeat(tools.pollMs, startDue, log, 'the search for due scans')
  const gauge = overdueScans.read(() => [{ value: overdueSeconds, labels: {} }])
  return {
    ...repeated,
    async [Symbol.asyncDispose]() {
      gauge[Symbol.dispose]()
      await repeated[Symbol.asyncDispose]()
      await Promise.allSettled(running.keys())
    },
  }
}
