import { type Fault, fault } from '@pagebell/faults/fault'
import { parseId } from '@pagebell/faults/ids'
import type { SiteIssue, SitePage, SiteReport } from '@pagebell/protos/report/v1/site_reports'
import type { SiteIssueRow } from './site-issues.sql.ts'
import type { SitePageRow } from './site-pages.sql.ts'
import type { SiteReportRow } from './site-reports.sql.ts'

/** The one answer for a site report that does not exist and for one of another account. */
export const noSuchSiteReport = (): Fault => fault('not_found', 'There is no such site report.')

/** An id as stored. Throws fault `not_found` for text that no report can have as its id. */
export function parseSiteReportId(text: string): string {
  const id = parseId(text)
  if (id === undefined) throw noSuchSiteReport()
  return id
}

/** The reply for a site report, without its issues. */
export function toSiteReport(row: SiteReportRow): SiteReport {
  const { id, project, url, status, created_at, attempt, requested, failed, waiting, is_partial } = row
  return {
    id,
    project,
    url,
    selection: { start: row.starts, max_pages: row.max_pages, include: row.include, exclude: row.exclude },
    status,
    created_at,
    attempt,
    requested,
    failed,
    waiting,
    is_partial,
    privacy: row.privacy,
    listed: row.listed,
    ...(row.started_at !== null && { started_at: row.started_at }),
    ...(row.ended_at !== null && { ended_at: row.ended_at }),
    ...(row.score !== null && { score: row.score }),
    ...(row.result !== null && { result: row.result }),
    ...(row.capped_by !== null && { capped_by: row.capped_by }),
    ...(row.compared_with !== null && { compared_with: row.compared_with }),
    ...(row.summary !== null && { summary_json: Buffer.from(row.summary) }),
    ...(row.status === 'done' && { issue_counts: { fail: row.fails, warn: row.warns } }),
    ...(row.error_code !== null && { error: { code: row.error_code, message: row.error_message ?? '' } }),
  }
}

export function toSiteIssue({ check_id, groups, added, same, gone, not_requested, ...issue }: SiteIssueRow): SiteIssue {
  const hasCounts = added !== null && same !== null && gone !== null && not_requested !== null
  return {
    ...issue,
    check: check_id,
    groups_json: Buffer.from(groups),
    ...(hasCounts && { change: { added, same, gone, not_requested } }),
  }
}

export function toSitePage(row: SitePageRow): SitePage {
  const { url, inlinks, in_sitemap, issues, ignored } = row
  return {
    url,
    inlinks,
    in_sitemap,
    issues_json: Buffer.from(issues),
    ignored_json: Buffer.from(ignored),
    ...(row.status !== null && { status: row.status }),
    ...(row.failure !== null && { failure: row.failure }),
    ...(row.redirects_to !== null && { redirects_to: row.redirects_to }),
    ...(row.score !== null && { score: row.score }),
    ...(row.clicks !== null && { clicks: row.clicks }),
  }
}
