import type { Statement } from '@pagebell/postgres/database'

export interface ReportOfRun {
  account_id: string
  project_id: string
  project: string
  url: string
  status: string
  stage: string | null
  done_run_id: string | null
  /** Of the newest done run. */
  result: 'good' | 'decent' | 'bad' | null
  score: number | null
}

/** The report of a run on its way, locked before the run is touched, as everywhere. None if the run has ended. */
export function lockReportOfRun(runId: string, reportId: string): Statement {
  return {
    name: 'lock-report-of-run',
    text: `select report.account_id, report.project_id, report.project, report.url, report.status, report.stage,
        report.done_run_id, report.result, report.score
      from run
      join report on report.account_id = run.account_id and report.id = run.report_id and report.run_id = run.run_id
      where run.run_id = $1 and run.report_id = $2 and run.status in ('queued', 'running')
      for no key update of report`,
    values: [runId, reportId],
  }
}
