import type { Database, Queryable } from '@pagebell/postgres/database'
import { endRunFailed } from './queries/end-run-failed.ts'
import { forgetOldDeletedRuns } from './queries/forget-deleted-runs.ts'
import { lockSilentRuns, type SilentRun } from './queries/lock-silent-runs.ts'
import { queueRunAgain } from './queries/queue-run-again.ts'
import { showStage } from './queries/show-stage.ts'
import { tellEnd } from './tell-end.ts'

interface Tools {
  db: Database
  outbox: { flush(): void }
  releases: { now(): void }
  /** Seconds after which a run counts as silent: that was released and not begun, and without a sign of life since. */
  queuedSeconds: number
  runningSeconds: number
}

/** Asked for once, and twice again. */
const attempts = 3
const batch = 100

/**
 * A promise is kept here: a report ends as done or failed, whatever became of the analyzer. A silent run waits for its
 * turn again; one that has failed three times so is lost. A run that nobody has begun, and none that was released after
 * it either, has not failed: the analyzers are away. Any number of copies may sweep at once.
 */
export function sweepSilentRuns({ db, outbox, releases, queuedSeconds, runningSeconds }: Tools) {
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
    await db.query(forgetOldDeletedRuns(runningSeconds))
    releases.now()
  }
}

async function sweep(q: Queryable, run: SilentRun): Promise<void> {
  const key = { accountId: run.account_id, reportId: run.report_id, runId: run.run_id }
  if (run.has_failed && run.attempt >= attempts) {
    const error = { code: 'lost', message: 'The analysis was asked for three times and never answered.' }
    const { rowCount } = await q.query(endRunFailed(key, error.code, error.message))
    if (rowCount > 0) await tellEnd(q, key, run, { error })
    return
  }
  await q.query(queueRunAgain(key, new URL(run.url).host, run.attempt + (run.has_failed ? 1 : 0)))
  await q.query(showStage(key, 'queued', 'queued'))
}
