import type { Database, Queryable } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import { failRun } from './end-run.ts'
import { freeOldDeletedRuns, lockStalledRuns, requeueRun, type StalledAfter, type StalledRun } from './run-queue.sql.ts'
import { setStage } from './runs.sql.ts'

const sweepMs = 5_000
const maxAttempts = 3
const runsPerTransaction = 100

type SweepTools = {
  db: Database
  outbox: { flush(): void }
  runQueue: { releaseNow(): void }
  stalledAfter: StalledAfter
}

export function startStalledRunSweep({ log, ...tools }: SweepTools & { log: Log }): Repeated {
  return repeat(sweepMs, (signal) => sweepStalledRuns(tools, signal), log, 'the sweep of stalled runs')
}

/**
 * Guarantees that every run ends as done or failed, whatever has happened to its analyzer. A stalled run is put back
 * into the queue; at its third failure it ends as `lost`. A run that no analyzer has begun, nor any that was released
 * after it, has not failed: the analyzers are away. Any number of copies may sweep at once.
 */
export async function sweepStalledRuns(
  { db, outbox, runQueue, stalledAfter }: SweepTools,
  signal: AbortSignal,
): Promise<void> {
  let found = runsPerTransaction
  while (found === runsPerTransaction && !signal.aborted) {
    found = await db.acrossAccounts().transaction(async (q) => {
      const runs = await lockStalledRuns(q, stalledAfter, runsPerTransaction)
      for (const run of runs) await requeueOrFail(q, run)
      return runs.length
    })
    if (found > 0) outbox.flush()
  }
  await freeOldDeletedRuns(db.acrossAccounts(), stalledAfter.runningSeconds)
  runQueue.releaseNow()
}

async function requeueOrFail(q: Queryable, run: StalledRun): Promise<void> {
  const key = { accountId: run.account_id, reportId: run.report_id, runId: run.run_id }
  if (run.has_failed && run.attempt >= maxAttempts) {
    const error = { code: 'lost', message: 'The analysis was asked for three times and never answered.' }
    return failRun(q, key, run, error)
  }
  await requeueRun(q, key, new URL(run.url).host, run.attempt + (run.has_failed ? 1 : 0))
  await setStage(q, key, 'queued', 'queued')
}
