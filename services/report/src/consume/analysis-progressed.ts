import type { analysisProgressed } from '@pagebell/messages/analysis-progressed'
import type { Body } from '@pagebell/messages/define-message'
import type { Database } from '@pagebell/postgres/database'
import { lockReportOfRun, type ReportOfRun } from '../queries/lock-report-of-run.ts'
import { showStage } from '../queries/show-stage.ts'
import { startRun } from '../queries/start-run.ts'

/** The run is alive and has reached a stage. Told of a run that has ended or is gone, it changes nothing. */
export function onAnalysisProgressed({ db }: { db: Database }) {
  return (body: Body<typeof analysisProgressed>): Promise<void> =>
    db.transaction(async (q) => {
      const { rows } = await q.query<ReportOfRun>(lockReportOfRun(body.run_id, body.report_id))
      const [report] = rows
      if (report === undefined) return
      const key = { accountId: report.account_id, reportId: body.report_id, runId: body.run_id }
      // The run may have ended while this waited for the report's lock, which is all that was looked at again then.
      const { rowCount } = await q.query(startRun(key))
      if (rowCount > 0) await q.query(showStage(key, 'running', body.stage))
    })
}
