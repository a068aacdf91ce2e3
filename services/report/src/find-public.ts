import type { Queryable } from '@pagebell/postgres/database'
import { findPublicReport, type PublicReportRow } from './queries/find-public-report.ts'
import { checkReportId, noSuchReport } from './report-faults.ts'

/** Whose the report is, and what guards it. Throws not_found for a private one as for an unknown one. */
export async function findPublic(q: Queryable, id: string): Promise<PublicReportRow> {
  checkReportId(id)
  const { rows } = await q.query<PublicReportRow>(findPublicReport(id))
  if (rows[0] === undefined) throw noSuchReport()
  return rows[0]
}
