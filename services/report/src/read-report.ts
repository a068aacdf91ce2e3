import type { Queryable } from '@pagebell/postgres/database'
import type { Report } from '@pagebell/protos/report/v1/Report'
import { findReports, type ReportWithResults } from './queries/find-reports.ts'
import { noSuchReport } from './report-faults.ts'
import { toReport } from './to-report.ts'

/** One report with its results. Throws not_found. */
export async function readReport(q: Queryable, accountId: string, id: string): Promise<Report> {
  const { rows } = await q.query<ReportWithResults>(findReports(accountId, [id]))
  return toWholeReport(rows[0])
}

/** Throws not_found where there is no row. */
export function toWholeReport(row: ReportWithResults | undefined): Report {
  if (row === undefined) throw noSuchReport()
  return {
    ...toReport(row),
    ...(row.results !== null && { results_json: Buffer.from(row.results) }),
    ...(row.categories !== null && { categories_json: Buffer.from(row.categories) }),
    ...(row.capped_by !== null && { capped_by: row.capped_by }),
    ...(row.final_url !== null && { final_url: row.final_url }),
    notes: row.notes ?? [],
  }
}
