import type { SitePage } from '@pagebell/protos/report/v1/site_reports'
import { type IssueGroup, type Severity, siteRuleset } from '@pagebell/site-checks/site-check'
import { ruleset } from '../rating/check.ts'
import { type SiteIssue, type SiteReport, scoreFormula } from '../sites/site-report.ts'
import type { CrawlResult } from './crawl-messages.ts'

const maxGroups = 100
const maxFirstPages = 20
/** Of one check on one page. */
const maxCauses = 5

/** A problem of a single page: one object for all pages that have it. */
export type PageIssue = { check: string; severity: Severity }

/** The result of a crawl as it is stored, but for its pages. `unchanged`: how many have kept an earlier reading. */
export function siteResult({ rating, counts, ...report }: SiteReport, unchanged: number): CrawlResult {
  const { requested, failed, waiting } = counts
  const summary = {
    ended_by: report.end,
    limits: report.reached,
    counts: { ...counts, unchanged },
    formula: rating === null ? null : scoreFormula(rating),
    rulesets: { pages: ruleset, site: siteRuleset },
    other_checks: report.otherResults.map(({ id, status, message }) => ({ check: id, status, message })),
    sitemaps: report.sitemapFiles,
  }
  return {
    url: report.url,
    is_partial: report.isPartial,
    requested,
    failed,
    waiting,
    summary_json: Buffer.from(JSON.stringify(summary)),
    issues: oneOfEachCheck(report.issues).map(storedIssue),
    ...(rating !== null && { score: rating.score, result: rating.result }),
    ...(rating?.capped_by != null && { capped_by: rating.capped_by }),
  }
}

/** A page check that warns on some pages and fails on others is one issue, by its worse outcome. */
function oneOfEachCheck(issues: readonly SiteIssue[]): SiteIssue[] {
  const merged = new Map<string, SiteIssue>()
  for (const issue of issues) {
    const known = merged.get(issue.check)
    // Failures come first.
    if (known === undefined) merged.set(issue.check, issue)
    else {
      const [pages, groups] = [known.pages + issue.pages, [...known.groups, ...issue.groups]]
      merged.set(issue.check, { ...known, pages, groups })
    }
  }
  return [...merged.values()]
}

function storedIssue({ groups, ...issue }: SiteIssue): CrawlResult['issues'][number] {
  const shown = groups.slice(0, maxGroups).map(({ severity, cause, pages }) => {
    return { severity, cause, pages: pages.length, first_pages: pages.slice(0, maxFirstPages) }
  })
  return { ...issue, groups_json: Buffer.from(JSON.stringify(shown)), groups_total: groups.length }
}

type PageIssues = Record<string, { severity: Severity; causes?: IssueGroup['cause'][] }>

/** The pages of a result, in portions, with their issues. */
export function* sitePages(
  { pages, issues }: SiteReport,
  problemsOf: (url: string) => readonly PageIssue[],
  portion: number,
): Generator<SitePage[]> {
  const ofSite = siteIssuesByPage(issues)
  for (let first = 0; first < pages.length; first += portion) {
    yield pages.slice(first, first + portion).map(({ status, failure, redirects_to, score, clicks, ...page }) => {
      const found: PageIssues = { ...ofSite.get(page.url) }
      for (const { check, severity } of problemsOf(page.url)) found[check] = { severity }
      return {
        ...page,
        issues_json: Buffer.from(JSON.stringify(found)),
        ...(status !== null && { status }),
        ...(failure !== null && { failure }),
        ...(redirects_to !== null && { redirects_to }),
        ...(score !== null && { score }),
        ...(clicks !== null && { clicks }),
      }
    })
  }
}

function siteIssuesByPage(issues: readonly SiteIssue[]): Map<string, PageIssues> {
  const byPage = new Map<string, PageIssues>()
  for (const { check, kind, groups } of issues) {
    if (kind !== 'site') continue
    for (const { severity, cause, pages } of groups) {
      const hasCause = Object.keys(cause).length > 0
      for (const url of pages) {
        const ofPage = byPage.get(url) ?? {}
        byPage.set(url, ofPage)
        // Groups that fail come first.
        const known = ofPage[check] ?? { severity }
        ofPage[check] = known
        if (hasCause && (known.causes?.length ?? 0) < maxCauses) known.causes = [...(known.causes ?? []), cause]
      }
    }
  }
  return byPage
}
