import type { Report } from '@pagebell/protos/report/v1/Report'
import type { ReportRow } from './queries/report-columns.ts'

/** A report as it travels, without its results. */
export function toReport(row: ReportRow): Report {
  return {
    id: row.id,
    url: row.url,
    project: row.project,
    status: row.status,
    privacy: row.privacy,
    generated_at: row.created_at,
    version: row.version,
    ...(row.stage !== null && { stage: row.stage }),
    ...(row.result !== null && { result: row.result }),
    ...(row.score !== null && { score: row.score }),
    ...(row.analyzed_at !== null && { analyzed_at: row.analyzed_at }),
    ...(row.ruleset !== null && { ruleset: row.ruleset }),
    ...(row.error_code !== null && { error: { code: row.error_code, message: row.error_message ?? '' } }),
  }
}
