import { fault } from '@pagebell/faults/fault'
import type { analysisProgressed } from '@pagebell/messages/analysis-progressed'
import type { Body } from '@pagebell/messages/define-message'
import type { pageAnalyzed } from '@pagebell/messages/page-analyzed'
import type { Database } from '@pagebell/postgres/database'
import { completeRun, failRun } from './end-run.ts'
import { freeDeletedRun } from './run-queue.sql.ts'
import { lockReportOfRun, recordHeartbeat, setStage } from './runs.sql.ts'

type AnalyzerTools = {
  db: Database
  outbox: { flush(): void }
  ends: { wake(): void }
  runQueue: { releaseNow(): void }
}

/** Records a heartbeat of the run and the stage it has reached. Changes nothing for a run that has ended or is gone. */
export const onAnalysisProgressed =
  ({ db, runQueue }: AnalyzerTools) =>
  async (body: Body<typeof analysisProgressed>): Promise<void> => {
    const hasBegun = await db.acrossAccounts().transaction(async (q) => {
      const report = await lockReportOfRun(q, body.run_id, body.report_id)
      if (report === undefined) return false
      const key = { accountId: report.account_id, reportId: body.report_id, runId: body.run_id }
      // The run may have ended while this waited for the report's lock, after which PostgreSQL rereads the report
      // alone.
      if (await recordHeartbeat(q, key)) await setStage(q, key, 'running', body.stage)
      return report.status === 'queued'
    })
    // An analyzer has begun one of the released runs: there is room for the next.
    if (hasBegun) runQueue.releaseNow()
  }

/** Ends a run. A second outcome, or one of a run that has failed as lost, changes nothing. */
export const onPageAnalyzed =
  ({ db, outbox, ends, runQueue }: AnalyzerTools) =>
  async ({ run_id, report_id, rating, failure, ...analysis }: Body<typeof pageAnalyzed>): Promise<void> => {
    if ((rating === undefined) === (failure === undefined)) {
      throw fault('malformed', 'A run ends with exactly one of rating and failure.')
    }
    await db.acrossAccounts().transaction(async (q) => {
      const report = await lockReportOfRun(q, run_id, report_id)
      if (report === undefined) return freeDeletedRun(q, run_id)
      const key = { accountId: report.account_id, reportId: report_id, runId: run_id }
      if (failure !== undefined) await failRun(q, key, report, failure)
      if (rating !== undefined) await completeRun(q, key, report, { ...analysis, rating })
    })
    outbox.flush()
    ends.wake()
    runQueue.releaseNow()
  }
