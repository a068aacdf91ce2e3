import type { ReachedLimit } from '@pagebell/crawl/crawl-limits'
import { judgeSite, type SiteResult } from '@pagebell/site-checks/judge-site'
import { rateSite, type SiteRating } from '@pagebell/site-checks/rate-site'
import { count, countPages, type IssueGroup, type Severity, type SiteCheck } from '@pagebell/site-checks/site-check'
import { type SiteGraph, siteGraph } from '@pagebell/site-checks/site-graph'
import type { CrawlEnd } from './crawl-budget.ts'
import type { SiteCrawl } from './crawl-site.ts'
import type { CountedProblem } from './page-problems.ts'
import type { SitemapFile } from './read-sitemaps.ts'

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
  groups: IssueGroup[]
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
  /** Site checks that passed, did not apply or could not be carried out, with the reason. */
  otherResults: Pick<SiteResult, 'id' | 'status' | 'title' | 'message'>[]
  sitemapFiles: SitemapFile[]
  pages: ReportedPage[]
}

/** Judges a crawl: the site checks, the problems of its pages, the score. */
export function siteReport(crawl: SiteCrawl, checks: readonly SiteCheck[]): SiteReport {
  const { site, end, reached, problems, failedGate, sitemapFiles } = crawl
  const graph = siteGraph(site)
  const results = judgeSite(checks, site, graph)
  const issues = [...results.flatMap(siteIssues), ...problems.map(pageIssue)]
  return {
    url: site.start,
    end,
    isPartial: !site.isComplete,
    reached,
    counts: countOutcomes(crawl),
    rating: rateSite(site, graph, failedGate),
    issues: issues.sort(byImportance),
    otherResults: results.filter(({ status }) => status !== 'warn' && status !== 'fail'),
    sitemapFiles,
    pages: reportedPages(crawl, graph),
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
  return [{ ...common, severity: status, pages: countPages(groups), groups }]
}

function pageIssue({ id, status, title, fix, category, weight, pages, firstPages }: CountedProblem): SiteIssue {
  const message = `${count(pages, 'page')}: ${title}`
  const groups = [{ severity: status, cause: {}, pages: firstPages }]
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
