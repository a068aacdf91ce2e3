import type { Database } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import { siteRuns, siteRunsAge } from '../metrics.ts'
import { failSiteRun } from './end-site-run.ts'
import { lockStalledSiteRuns, measureSiteRuns, requeueStalledSiteRun, type SiteRunState } from './site-runs.sql.ts'

const sweepMs = 5_000
const maxFailures = 3
const runsPerTransaction = 100

type SweepTools = { db: Database; stalledSeconds: number }

/**
 * Guarantees that every crawl ends, whatever has happened to its analyzer: one that is silent goes back into the queue,
 * and ends as `lost` at the third time. Begins when crawls that went on while this service was away have had time for a
 * heartbeat. Any number of copies may sweep at once.
 */
export function startStalledSiteRunSweep({ log, ...tools }: SweepTools & { log: Log }): Repeated {
  const notBefore = performance.now() + tools.stalledSeconds * 1_000
  const sweep = async (): Promise<void> => {
    if (performance.now() >= notBefore) await sweepStalledSiteRuns(tools)
  }
  return repeat(Math.min(sweepMs, tools.stalledSeconds * 500), sweep, log, 'the sweep of stalled site runs')
}

export async function sweepStalledSiteRuns({ db, stalledSeconds }: SweepTools): Promise<void> {
  await db.acrossAccounts().transaction(async (q) => {
    for (const run of await lockStalledSiteRuns(q, stalledSeconds, runsPerTransaction)) {
      if (run.failures + 1 < maxFailures) await requeueStalledSiteRun(q, run)
      else await failSiteRun(q, { accountId: run.account_id, id: run.id }, lost)
    }
  })
}

const lost = { code: 'lost', message: `The crawl was begun ${maxFailures} times and never ended.` }

/** Reports how many crawls have not ended, and how old the oldest of each state is. */
export function startSiteRunMetrics(db: Database): Disposable {
  const measure = (): Promise<SiteRunState[]> => measureSiteRuns(db.acrossAccounts())
  const labels = ({ state }: SiteRunState) => ({ 'pagebell.run.state': state })
  const metrics = new DisposableStack()
  metrics.use(siteRuns.read(async () => (await measure()).map((one) => ({ value: one.runs, labels: labels(one) }))))
  metrics.use(
    siteRunsAge.read(async () => (await measure()).map((one) => ({ value: one.oldest_seconds, labels: labels(one) }))),
  )
  return metrics
}
