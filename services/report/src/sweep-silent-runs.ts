import type { Database, Queryable } from '@pagebell/postgres/database'
import { endRunFailed } from './queries/end-run-failed.ts'
import { lockSilentRuns, type SilentRun } from './queries/lock-silent-runs.ts'
import { queueRunAgain } from './queries/queue-run-again.ts'
import { showStage } from './queries/show-stage.ts'
import { requestAnalysis } from './request-analysis.ts'
import { tellEnd } from './tell-end.ts'

interface Tools {
  db: Database
  outbox: { flush(): void }
  /** Seconds without a sign of life after which a run counts as silent. */
  queuedSeconds: number
  runningSeconds: number
}

/** Asked for once, and twice again. */
const attempts = 3
const batch = 100

/**
 * A promise is kept here: a report ends as done or failed, whatever became of the analyzer. A silent run is asked for
 * again twice and then fails as lost. Any number of copies may sweep at once.
 */
export function sweepSilentRuns({ db, outbox, queuedSeconds, runningSeconds }: Tools) {
  return async (signal: AbortSignal): Promise<void> => {
    let found = batch
    while (found === batch && !signal.aborted) {
      found = await db.transaction(async (q) => {
        const { rows } = await q.query<SilentRun>(lockSilentRuns(queuedSeconds, runningSeconds, batch))
        for (const run of rows) await sweep(q, run)
        return rows.length
      })
      if (found > 0) outbox.flush()
    }
  }
}

async function sweep(q: Queryable, run: SilentRun): Promise<void> {
  const key = { accountId: run.account_id, reportId: run.report_id, runId: run.run_id }
  if (run.attempt >= attempts) {
    const error = { code: 'lost', message: 'The analysis was asked for three times and never answered.' }
    const { rowCount } = await q.query(endRunFailed(key, error.code, error.message))
    if (rowCount > 0) await tellEnd(q, key, run, { error })
    return
  }
  await q.query(queueRunAgain(key))
  await q.query(showStage(key, 'queued', 'queued'))
  await requestAnalysis(q, { ...key, url: run.url })
}
