import type { ReachedLimit } from '@pagebell/crawl/crawl-limits'
import { suppressionsAt } from '@pagebell/scoring/suppressions'
import { judgeSite, type SiteResult } from '@pagebell/site-checks/judge-site'
import { rateSite, type SiteRating } from '@pagebell/site-checks/rate-site'
import { count, countPages, type IssueGroup, type Severity, type SiteCheck } from '@pagebell/site-checks/site-check'
import { type SiteGraph, siteGraph } from '@pagebell/site-checks/site-graph'
import type { CrawlEnd } from './crawl-budget.ts'
import type { SiteCrawl } from './crawl-site.ts'
import { collectIgnored, type IgnoredCollection, type IgnoredIssue, type PageIssue } from './ignored-issues.ts'
import { type JudgedPages, judgePages, type SiteSuppressions } from './judge-pages.ts'
import { type CountedProblem, countProblems } from './page-findings.ts'
import type { SitemapFile } from './read-sitemaps.ts'

/** `total` are the pages of the group; those of a page check are named in part. */
export type CountedGroup = IssueGroup & { total: number }

/** A check that warns or fails for some pages: of the site, by groups with one cause, or of single pages. */
export type SiteIssue = {
  check: string
  kind: 'site' | 'page'
  severity: Severity
  title: string
  message: string
  fix: string
  category: string
  weight: number
  pages: number
  groups: CountedGroup[]
}

export type ReportedPage = {
  url: string
  status: number | null
  failure: string | null
  redirects_to: string | null
  score: number | null
  inlinks: number
  /** null for a page to which no link leads. */
  clicks: number | null
  in_sitemap: boolean
}

export type SiteReport = {
  url: string
  end: CrawlEnd
  isPartial: boolean
  reached: ReachedLimit[]
  counts: { requested: number; rated: number; failed: number; redirects: number; forbidden: number; waiting: number }
  /** null if no page could be rated. */
  rating: SiteRating | null
  issues: SiteIssue[]
  /** Issues that do not count, because the project ignores their checks. */
  ignored: IgnoredIssue[]
  /** The same by page. */
  ignoredOn: ReadonlyMap<string, readonly PageIssue[]>
  /** Page checks that warn or fail, by page. */
  problems: JudgedPages['problems']
  /** Site checks that passed, did not apply or could not be carried out, with the reason. */
  otherResults: Pick<SiteResult, 'id' | 'status' | 'title' | 'message'>[]
  sitemapFiles: SitemapFile[]
  pages: ReportedPage[]
}

const nothingIgnored = suppressionsAt([], '')

/** Judges a crawl: the site checks, the problems of its pages, the score. What is ignored is shown, and does not count. */
export function siteReport(
  crawl: SiteCrawl,
  checks: readonly SiteCheck[],
  suppressions: SiteSuppressions = nothingIgnored,
): SiteReport {
  const { end, reached, sitemapFiles } = crawl
  const ignored = collectIgnored()
  const { pages, problems, failedGate } = judgePages(crawl, suppressions, ignored)
  const site = { ...crawl.site, pages }
  const graph = siteGraph(site)
  const results = judgeSite(checks, site, graph, (check, url) => suppressions.on(url).has(check))
  for (const result of results) collectIgnoredOf(result, suppressions, ignored)
  const issues = [...results.flatMap(siteIssues), ...countProblems(problems).map(pageIssue)]
  return {
    url: site.start,
    end,
    isPartial: !site.isComplete,
    reached,
    counts: countOutcomes({ ...crawl, site }),
    rating: rateSite(site, graph, failedGate),
    issues: issues.sort(byImportance),
    ignored: ignored.list(),
    ignoredOn: ignored.byPage,
    problems,
    otherResults: results.filter(({ status }) => otherStatuses.includes(status)),
    sitemapFiles,
    pages: reportedPages({ ...crawl, site }, graph),
  }
}

const otherStatuses: readonly string[] = ['pass', 'not_applicable', 'error'] satisfies SiteResult['status'][]

/** What a site check has found on pages on which it is ignored; a page comes once, by its worse group. */
function collectIgnoredOf(
  { id, title, category, ignored: groups }: SiteResult,
  suppressions: SiteSuppressions,
  ignored: IgnoredCollection,
): void {
  const seen = new Set<string>()
  // Groups that fail come first.
  for (const { severity, pages } of groups) {
    for (const url of pages) {
      const suppression = suppressions.on(url).get(id)
      if (suppression === undefined || seen.has(url)) continue
      seen.add(url)
      ignored.add({ check: id, kind: 'site', severity, title, category }, suppression, url)
    }
  }
}

/** How the score came about, in words and numbers. */
export function scoreFormula({ weightedSum, weights, mean, score, rated }: SiteRating): string {
  const capped = Math.round(mean) > score ? `, capped at ${score}, since the start page fails a gate` : ''
  const sums = `${weightedSum.toFixed(1)} ÷ ${weights.toFixed(1)} = ${mean.toFixed(1)}`
  return `Score: Σ(score × w) ÷ Σ(w) over ${count(rated, 'page')}, w = 1 + ln(1 + pages that link to it): ${sums}${capped}`
}

function siteIssues({ id, status, title, message, fix, category, weight, groups }: SiteResult): SiteIssue[] {
  if (status !== 'warn' && status !== 'fail') return []
  const common = { check: id, kind: 'site' as const, title, message, fix, category, weight }
  const counted = groups.map((group) => ({ ...group, total: group.pages.length }))
  return [{ ...common, severity: status, pages: countPages(groups), groups: counted }]
}

function pageIssue({ id, status, title, fix, category, weight, pages, firstPages }: CountedProblem): SiteIssue {
  const message = `${count(pages, 'page')}: ${title}`
  const groups = [{ severity: status, cause: {}, pages: firstPages, total: pages }]
  return { check: id, kind: 'page', severity: status, title, message, fix, category, weight, pages, groups }
}

/** Failures first, then by weight times pages. */
function byImportance(a: SiteIssue, b: SiteIssue): number {
  if (a.severity !== b.severity) return a.severity === 'fail' ? -1 : 1
  return b.weight * b.pages - a.weight * a.pages
}

function countOutcomes({ site, requested, waiting }: SiteCrawl): SiteReport['counts'] {
  const counts = { requested, rated: 0, failed: 0, redirects: 0, forbidden: 0, waiting }
  for (const { status, failure, score, redirectsTo } of site.pages.values()) {
    if (score !== null) counts.rated += 1
    else if (failure === 'robots' || failure === 'robots_unreachable') counts.forbidden += 1
    else if (redirectsTo !== null) counts.redirects += 1
    else if (status === null || status >= 400) counts.failed += 1
  }
  return counts
}

function reportedPages({ site }: SiteCrawl, graph: SiteGraph): ReportedPage[] {
  const listed = new Set(site.sitemap?.entries.map(({ url }) => url))
  return [...site.pages.values()].map(({ url, status, failure, redirectsTo, score }) => ({
    url,
    status,
    failure,
    redirects_to: redirectsTo,
    score,
    inlinks: graph.sources(url).length,
    clicks: graph.clicks(url) ?? null,
    in_sitemap: listed.has(url),
  }))
}
