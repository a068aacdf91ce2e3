import type { SiteReport } from '@pagebell/protos/report/v1/site_reports'

/**
 * The report by itself, for anybody but its owner. Changes would tell of another report, which may be private, and
 * patterns of paths that the owner did not want to be looked at.
 */
export function withoutOtherReports({ compared_with: _, selection, issues, ...report }: SiteReport): SiteReport {
  return {
    ...report,
    ...(report.summary_json !== undefined && { summary_json: withoutUnchanged(report.summary_json) }),
    ...(selection != null && { selection: { ...selection, include: [], exclude: [] } }),
    issues: (issues ?? []).map(({ change: __, ...issue }) => issue),
    as_public: true,
  }
}

/** Pages that have not changed kept the rating of another report. */
function withoutUnchanged(json: SiteReport['summary_json']): Buffer {
  const summary = JSON.parse(String(json)) as { counts?: Record<string, number> }
  const { unchanged: _, ...counts } = summary.counts ?? {}
  return Buffer.from(JSON.stringify({ ...summary, ...(summary.counts && { counts }) }))
}
