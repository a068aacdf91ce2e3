import { type Fault, fault } from '@pagebell/faults/fault'
import { parseId } from '@pagebell/faults/ids'
import type { Queryable } from '@pagebell/postgres/database'
import type { Report } from '@pagebell/protos/report/v1/report'
import { findReports, type ReportRow, type ReportWithResults } from './reports.sql.ts'

/** The one answer for a report that does not exist and for one of another account. */
export const noSuchReport = (): Fault => fault('not_found', 'There is no such report.')

/** A report's id as stored. Throws fault `not_found` for text that no report can have as its id. */
export function parseReportId(text: string): string {
  const id = parseId(text)
  if (id === undefined) throw noSuchReport()
  return id
}

/** Fault `invalid` on `field`. */
export const invalid = (field: string, text: string): Fault =>
  fault('invalid', `The value of ${field} is not allowed.`, { errors: { [field]: [text] } })

/** A report with the results of its newest done run, as this transaction sees it. Throws fault `not_found`. */
export async function readReport(q: Queryable, accountId: string, id: string): Promise<Report> {
  const [row] = await findReports(q, accountId, [id])
  return toFullReport(row)
}

/** The reply for a report with its results. Throws fault `not_found` if there is no row. */
export function toFullReport(row: ReportWithResults | undefined): Report {
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

/** The reply for a report, without its results. */
export function toReport(row: ReportRow): Report {
  return {
    id: row.id,
    url: row.url,
    project: row.project,
    status: row.status,
    privacy: row.privacy,
    generated_at: row.created_at,
    version: row.version,
    listed: row.listed,
    ...(row.stage !== null && { stage: row.stage }),
    ...(row.result !== null && { result: row.result }),
    ...(row.score !== null && { score: row.score }),
    ...(row.analyzed_at !== null && { analyzed_at: row.analyzed_at }),
    ...(row.ruleset !== null && { ruleset: row.ruleset }),
    ...(row.error_code !== null && { error: { code: row.error_code, message: row.error_message ?? '' } }),
  }
}
