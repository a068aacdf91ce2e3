import type { SitePage } from '@pagebell/protos/report/v1/site_reports'
import { type IssueGroup, type Severity, siteRuleset } from '@pagebell/site-checks/site-check'
import { ruleset } from '../rating/check.ts'
import { type SiteIssue, type SiteReport, scoreFormula } from '../sites/site-report.ts'
import type { CrawlResult } from './crawl-messages.ts'

const maxGroups = 100
const maxFirstPages = 20
/** Of one check on one page. */
const maxCauses = 5
const maxIgnored = 100
/** Of the causes of all issues together: the result is one message, of at most 16 MB. */
const maxCauseBytes = 8_000_000

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
    ignored: report.ignored.slice(0, maxIgnored),
    ignored_total: report.ignored.length,
  }
  const issues = oneOfEachCheck(report.issues)
  return {
    url: report.url,
    is_partial: report.isPartial,
    requested,
    failed,
    waiting,
    summary_json: Buffer.from(JSON.stringify(summary)),
    issues: issues.map((issue) => storedIssue(issue, maxCauseBytes / issues.length)),
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

/** With the first causes: as many as `maxBytes` have room for. */
function storedIssue({ groups, ...issue }: SiteIssue, maxBytes: number): CrawlResult['issues'][number] {
  const shown: string[] = []
  let bytes = 2
  for (const { severity, cause, pages, total } of groups.slice(0, maxGroups)) {
    const first_pages = pages.slice(0, maxFirstPages)
    const text = JSON.stringify({ severity, cause, pages: total, first_pages })
    bytes += Buffer.byteLength(text) + 1
    if (bytes > maxBytes) break
    shown.push(text)
  }
  return { ...issue, groups_json: Buffer.from(`[${shown.join()}]`), groups_total: groups.length }
}

type PageIssues = Record<string, { severity: Severity; causes?: IssueGroup['cause'][] }>

/** Of a portion: each is one message. */
const maxPages = 500
const maxPageBytes = 4_000_000

/** The pages of a result, in portions, with their issues and with those that are ignored. */
export function* sitePages({ pages, issues, problems, ignoredOn }: SiteReport): Generator<SitePage[]> {
  const ofSite = siteIssuesByPage(issues)
  let portion: SitePage[] = []
  let bytes = 0
  for (const { status, failure, redirects_to, score, clicks, ...page } of pages) {
    const { url } = page
    const found: PageIssues = { ...ofSite.get(url) }
    for (const { id, status: severity } of problems.get(url) ?? []) found[id] = { severity }
    const ignored: PageIssues = {}
    for (const { check, severity } of ignoredOn.get(url) ?? []) ignored[check] = { severity }
    const issues_json = Buffer.from(JSON.stringify(found))
    portion.push({
      ...page,
      issues_json,
      ignored_json: Buffer.from(JSON.stringify(ignored)),
      ...(status !== null && { status }),
      ...(failure !== null && { failure }),
      ...(redirects_to !== null && { redirects_to }),
      ...(score !== null && { score }),
      ...(clicks !== null && { clicks }),
    })
    bytes += issues_json.length + url.length + (redirects_to?.length ?? 0)
    if (portion.length < maxPages && bytes < maxPageBytes) continue
    yield portion
    portion = []
    bytes = 0
  }
  if (portion.length > 0) yield portion
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
