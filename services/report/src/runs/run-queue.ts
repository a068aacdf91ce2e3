import { analysisRequested } from '@pagebell/messages/analysis-requested'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { repeat } from '@pagebell/runtime/repeat'
import { inTrace } from '@pagebell/runtime/trace'
import { runs, runsAge } from '../metrics.ts'
import { measureRuns, type QueueLimits, type ReleasedRun, type RunState, releaseRuns } from './run-queue.sql.ts'

/** The interval of releases made possible by other copies; this copy releases at once. */
const releaseMs = 1_000
const maxCounted = 100_000

export type RunQueue = AsyncDisposable & {
  /** Releases at once, or right after the round in progress. */
  releaseNow(): void
}

type QueueTools = { db: Database; outbox: { flush(): void }; limits: QueueLimits; log: Log }

/**
 * Releases runs to the analyzers in rotation of accounts. Runs wait in PostgreSQL, which schedules them; RabbitMQ holds
 * only those about to begin (ADR 52). Any number of copies may release concurrently.
 */
export function startRunQueue({ db, outbox, limits, log }: QueueTools): RunQueue {
  async function release(): Promise<void> {
    const count = await db.acrossAccounts().transaction(async (q) => {
      const released = await releaseRuns(q, limits)
      for (const run of released) await inTrace(run.traceparent ?? undefined, () => requestAnalysis(q, run))
      return released.length
    })
    if (count > 0) outbox.flush()
  }

  const releases = repeat(releaseMs, release, log, 'releasing runs')
  return { releaseNow: releases.now, [Symbol.asyncDispose]: () => releases[Symbol.asyncDispose]() }
}

/** Requests the analysis of a run's page once the transaction commits. The message has the run's id. */
const requestAnalysis = (q: Queryable, { run_id, report_id, url, account_id }: ReleasedRun): Promise<void> =>
  enqueue(q, analysisRequested, { run_id, report_id, url, account_id }, run_id)

/** Reports how many runs have not ended, and how old the oldest of each state is. */
export function startRunMetrics(db: Database): Disposable {
  const measure = (): Promise<RunState[]> => measureRuns(db.acrossAccounts(), maxCounted)
  const labels = ({ state }: RunState) => ({ 'pagebell.run.state': state })
  const metrics = new DisposableStack()
  metrics.use(runs.read(async () => (await measure()).map((one) => ({ value: one.runs, labels: labels(one) }))))
  metrics.use(
    runsAge.read(async () => (await measure()).map((one) => ({ value: one.oldest_seconds, labels: labels(one) }))),
  )
  return metrics
}
