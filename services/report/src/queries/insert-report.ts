import type { Statement } from '@pagebell/postgres/database'
import { reportColumns } from './report-columns.ts'

export interface NewReport {
  accountId: string
  id: string
  runId: string
  projectId: string
  project: string
  url: string
  privacy: number
  passwordHash: string | undefined
  /** Host and port of the URL. */
  host: string
  traceparent: string | undefined
}

/** A report and its first run, which waits to be released. */
export function insertReport(report: NewReport): Statement {
  return {
    name: 'insert-report',
    text: `with made as (
        insert into report (account_id, id, run_id, project_id, project, url, privacy, password_hash, status, stage)
        values ($1, $2, $3, $4, $5, $6, $7, $8, 'queued', 'queued')
        returning *
      ), first_run as (
        insert into run (account_id, report_id, run_id, status, released_at, host, traceparent)
        select account_id, id, run_id, 'queued', null, $9, $10 from made
      )
      select ${reportColumns} from made`,
    values: [
      report.accountId,
      report.id,
      report.runId,
      report.projectId,
      report.project,
      report.url,
      report.privacy,
      report.passwordHash ?? null,
      report.host,
      report.traceparent ?? null,
    ],
  }
}
