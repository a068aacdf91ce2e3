import type { analysisProgressed } from '@pagebell/messages/analysis-progressed'
import type { Body } from '@pagebell/messages/define-message'
import type { Database } from '@pagebell/postgres/database'
import { lockReportOfRun, type ReportOfRun } from '../queries/lock-report-of-run.ts'
import { showStage } from '../queries/show-stage.ts'
import { startRun } from '../queries/start-run.ts'

interface Tools {
  db: Database
  releases: { now(): void }
}

/** The run is alive and has reached a stage. Told of a run that has ended or is gone, it changes nothing. */
export function onAnalysisProgressed({ db, releases }: Tools) {
  return async (body: Body<typeof analysisProgressed>): Promise<void> => {
    const hasBegun = await db.transaction(async (q) => {
      const { rows } = await q.query<ReportOfRun>(lockReportOfRun(body.run_id, body.report_id))
      const [report] = rows
      if (report === undefined) return false
      const key = { accountId: report.account_id, reportId: body.report_id, runId: body.run_id }
      // The run may have ended while this waited for the report's lock, which is all that was looked at again then.
      const { rowCount } = await q.query(startRun(key))
      if (rowCount > 0) await q.query(showStage(key, 'running', body.stage))
      return report.status === 'queued'
    })
    // An analyzer has begun one of those that were released: there is room for the next.
    if (hasBegun) releases.now()
  }
}
