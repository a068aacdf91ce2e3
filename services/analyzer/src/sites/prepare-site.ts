import type { CrawlLimits } from '@pagebell/crawl/crawl-limits'
import type { Frontier } from '@pagebell/crawl/frontier'
import type { HostPace } from '@pagebell/crawl/host-pace'
import { crawlDelayOf } from '@pagebell/html/robots-rules'
import type { Probes } from '../fetching/exchange.ts'
import { startFetchPlan } from '../fetching/fetch-plan.ts'
import { probeSite } from '../fetching/probe-site.ts'
import { declaredSitemaps } from '../fetching/probe-targets.ts'
import type { CrawlBudget } from './crawl-budget.ts'
import { readSitemaps, type SiteSitemaps } from './read-sitemaps.ts'
import type { SiteReader } from './site-reader.ts'
import { crawlerName, type SiteRequests } from './site-requests.ts'

export type PrepareTools = {
  requests: SiteRequests
  pace: HostPace
  reader: SiteReader
  frontier: Frontier
  limits: CrawlLimits
  budget: Pick<CrawlBudget, 'end'>
}
/** What holds for all pages of a site. */
export type PreparedSite = { probes: Probes; sitemaps: SiteSitemaps }

/**
 * Reads robots.txt and the sitemaps, whose pages are added to the frontier, and makes the probes of a single report,
 * once. Throws a FetchFailure if robots.txt cannot be requested.
 */
export async function prepareSite(start: string, tools: PrepareTools): Promise<PreparedSite> {
  const { requests, pace } = tools
  const url = new URL(start)
  const { answer, file } = await requests.robots(url.origin)
  const delay = crawlDelayOf(file, crawlerName)
  if (delay !== undefined) pace.slowDown(delay)
  const sitemaps = await readSitemaps(url, file.sitemaps, tools)
  using plan = startFetchPlan(requests.file)
  const named = declaredSitemaps(answer.body ?? '')
  const probes = await probeSite(plan, { url: url.href, hasIcon: false, links: [], sitemaps: named })
  return { probes: { ...probes, linkSample: null, leftOut: null }, sitemaps }
}
