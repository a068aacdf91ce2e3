import type { SiteReport__Output as SiteReport } from '@pagebell/protos/report/v1/site_reports'
import type { Static } from '@pagebell/schema/type'
import { visibilities } from '../reports/privacy.ts'
import type { changeJson, ignoredJson, siteReportItem, siteReportJson, starts, statuses } from './site-report-json.ts'

type Summary = {
  ended_by: string
  limits: { limit: string; detail: string; addresses: number; example: string | null }[]
  formula: string | null
  rulesets: { pages: string; site: string }
  /** `unchanged` is absent in older reports. */
  counts: Record<'requested' | 'rated' | 'failed' | 'redirects' | 'forbidden' | 'waiting', number> & {
    unchanged?: number
  }
  other_checks: { check: string; status: string; message: string }[]
  sitemaps: { url: string; status: number | null; problem: string | null }[]
  ignored?: Static<typeof ignoredJson>[]
  ignored_total?: number
}
type Group = { severity: 'warn' | 'fail'; cause: Record<string, string | number>; pages: number; first_pages: string[] }

type PublicUrl = (path: string) => string

export function toSiteReportItem(report: SiteReport, publicUrl: PublicUrl): Static<typeof siteReportItem> {
  const { selection } = report
  // An answer that was stored before there was a choice has none.
  const privacy = (report.privacy ?? 1) as 0 | 1 | 2
  if (selection === null) throw new Error('report answered a site report without its selection')
  return {
    id: report.id,
    project: report.project,
    url: report.url,
    ...selection,
    start: selection.start as (typeof starts)[number][],
    privacy,
    visibility: visibilities[privacy],
    listed: report.listed ?? false,
    status: report.status as (typeof statuses)[number],
    created_at: report.created_at,
    started_at: report.started_at ?? null,
    ended_at: report.ended_at ?? null,
    progress: { done: report.requested, failed: report.failed, left: report.waiting },
    attempt: report.attempt,
    score: report.score ?? null,
    result: report.result ?? null,
    capped_by: report.capped_by ?? null,
    partial: report.is_partial,
    error: report.error ?? null,
    issue_counts: report.issue_counts ?? null,
    compared_with: report.compared_with ?? null,
    page: publicUrl(`/s/${report.id}`),
  }
}

type Issues = Static<typeof siteReportJson>['issues']

export function toSiteReportJson(report: SiteReport, publicUrl: PublicUrl): Static<typeof siteReportJson> {
  const summary = report.summary_json && (JSON.parse(report.summary_json.toString()) as Summary)
  const issues = report.issues.map(({ groups_json, change, ...issue }) => {
    const groups = JSON.parse(groups_json.toString()) as Group[]
    return {
      ...issue,
      kind: issue.kind as 'site' | 'page',
      severity: issue.severity as 'warn' | 'fail',
      groups,
      groups_left_out: issue.groups_total - groups.length,
      pages_url: publicUrl(`/api/v1/site-reports/${report.id}/issues/${issue.check}/pages`),
      change: change ? toChangeJson(change) : null,
    }
  })
  return {
    ...toSiteReportItem(report, publicUrl),
    ended_by: summary?.ended_by ?? null,
    limits: summary?.limits ?? [],
    counts: summary?.counts ? { unchanged: 0, ...summary.counts } : null,
    formula: summary?.formula ?? null,
    rulesets: summary?.rulesets ?? null,
    categories: countByCategory(issues),
    issues,
    // Reports before the analyzer could ignore anything have neither.
    ignored: summary?.ignored ?? [],
    ignored_total: summary?.ignored_total ?? 0,
    other_checks: summary?.other_checks ?? [],
    sitemaps: summary?.sitemaps ?? [],
  }
}

type Change = NonNullable<SiteReport['issues'][number]['change']>

export function toChangeJson({ added, same, gone, not_requested }: Change): Static<typeof changeJson> {
  return { new: added, same, gone, not_requested }
}

function countByCategory(issues: Issues): Record<string, { warn: number; fail: number }> {
  const counts: Record<string, { warn: number; fail: number }> = {}
  for (const { category, severity: of } of issues) {
    const ofCategory = counts[category] ?? { warn: 0, fail: 0 }
    ofCategory[of] += 1
    counts[category] = ofCategory
  }
  return counts
}
