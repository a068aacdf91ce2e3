import type { CrawlLimits } from '@pagebell/crawl/crawl-limits'
import type { Frontier } from '@pagebell/crawl/frontier'
import type { HostPace } from '@pagebell/crawl/host-pace'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { noProbes, type Probes } from '../fetching/exchange.ts'
import { startFetchPlan } from '../fetching/fetch-plan.ts'
import { missingPage, probeMissingPage, statusOf } from '../fetching/probe-site.ts'
import type { CrawlBudget } from './crawl-budget.ts'
import { readSitemaps, type SiteSitemaps } from './read-sitemaps.ts'
import type { SiteReader } from './site-reader.ts'
import type { OriginRobots, SiteRequests } from './site-requests.ts'
import { type PageAnswer, requestPage } from './visit-page.ts'

export type PrepareTools = {
  requests: SiteRequests
  pace: Pick<HostPace, 'intervalMs'>
  reader: SiteReader
  frontier: Frontier
  limits: CrawlLimits
  budget: Pick<CrawlBudget, 'end'>
  /** Where an address leads that an earlier attempt has requested: null for one that is no redirect. */
  earlierTarget(url: string): string | null | undefined
}
/** What holds for all pages of a site, and the answers that have been received on the way, by address. */
export type PreparedSite = { probes: Probes; sitemaps: SiteSitemaps; answers: Map<string, PageAnswer> }

/**
 * Follows the redirects of the start page, reads the robots.txt and the sitemaps of the origin where they end, adds the
 * pages of the sitemaps to the frontier, and makes the probes of a single report, once. Requests nothing that a
 * robots.txt forbids. Throws a FetchFailure if one of them cannot be requested, or answers 5xx.
 */
export async function prepareSite(start: string, tools: PrepareTools): Promise<PreparedSite> {
  const { requests, pace } = tools
  const answers = new Map<string, PageAnswer>()
  const url = new URL(await followStart(start, answers, tools))
  const robots = await requests.robots(url.origin)
  const declared = robots.file.sitemaps
  const sitemaps = await readSitemaps(url, declared, tools)
  const probes = await probeAllowed(url, robots, { file: requests.file, intervalMs: pace.intervalMs })
  return { probes: { ...noProbes, ...probes, sitemap: sitemapProbe(url, declared, sitemaps.files) }, sitemaps, answers }
}

/** The address of this site where the redirects of the start page end, as far as they are followed. */
async function followStart(start: string, answers: PreparedSite['answers'], tools: PrepareTools): Promise<string> {
  const { requests, frontier, earlierTarget } = tools
  const followed = new Set([start])
  for (let url = start, hops = 0; ; hops += 1) {
    // Without a robots.txt there is no crawl: the failure is not one of the page.
    const { answer, isUnknown } = await requests.robots(new URL(url).origin)
    if (isUnknown) throw new FetchFailure('refused', `robots.txt answers ${answer.status}: no page may be requested.`)
    const earlier = earlierTarget(url)
    const location = earlier === undefined ? await requestTarget(url, answers, tools) : earlier
    if (location === null) return url
    const target = frontier.add(location, { source: 'redirect', clicks: 0, hops: hops + 1, from: url })
    if (target === null || followed.has(target)) return url
    followed.add(target)
    url = target
  }
}

/** Where a redirect leads; null for any other answer, which is kept. */
async function requestTarget(
  url: string,
  answers: PreparedSite['answers'],
  tools: PrepareTools,
): Promise<string | null> {
  const answer = await requestPage(url, tools)
  answers.set(url, answer)
  return answer.kind === 'redirect' ? answer.target : null
}

/** Each of two probes may be redirected five times. */
const maxProbeRequests = 12
const maxProbeMs = 3_000

type ProbeTools = { file: SiteRequests['file']; intervalMs: number }

async function probeAllowed({ href }: URL, { allows }: OriginRobots, { file, intervalMs }: ProbeTools) {
  const totalMs = maxProbeRequests * (maxProbeMs + intervalMs)
  using plan = startFetchPlan(file, { requests: maxProbeRequests, totalMs })
  const [missing, icon] = [missingPage(href), new URL('/favicon.ico', href).href]
  const [soft404, favicon] = await Promise.all([
    allows(missing) ? probeMissingPage(plan, missing) : null,
    allows(icon) ? statusOf(plan, icon) : null,
  ])
  return { soft404, favicon }
}

/** What a report says of sitemaps: of those that robots.txt names, and of the usual address. */
function sitemapProbe(start: URL, declared: readonly string[], files: SiteSitemaps['files']): Probes['sitemap'] {
  const usual = new URL('/sitemap.xml', start).href
  const found = files.flatMap(({ url, status }) => {
    const isDeclared = declared.includes(url)
    return status !== null && (isDeclared || url === usual) ? [{ url, status, declared: isDeclared }] : []
  })
  return found.length === 0 ? null : found
}
