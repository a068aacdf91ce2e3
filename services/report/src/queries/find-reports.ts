import type { Statement } from '@pagebell/postgres/database'
import { type ReportRow, reportColumns } from './report-columns.ts'

export interface ReportWithResults extends ReportRow {
  /** JSON texts, passed on as they are. */
  results: string | null
  categories: string | null
  capped_by: string | null
  final_url: string | null
  notes: string[] | null
}

/** Reports of one account with the results of their newest done runs; an id that is none of its reports finds nothing. */
export function findReports(accountId: string, ids: readonly string[]): Statement {
  return {
    name: 'find-reports',
    text: `select ${columnsOf('report')}, run.results::text as results, run.categories::text as categories,
        run.capped_by, run.final_url, run.notes
      from report
      left join run on run.account_id = report.account_id and run.report_id = report.id and run.run_id = report.done_run_id
      where report.account_id = $1 and report.id = any ($2::uuid[])`,
    values: [accountId, ids],
  }
}

function columnsOf(table: string): string {
  return reportColumns
    .split(',')
    .map((column) => `${table}.${column.trim()}`)
    .join(', ')
}
