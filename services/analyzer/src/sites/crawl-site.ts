import { type CrawlLimits, limitDetail, type ReachedLimit } from '@pagebell/crawl/crawl-limits'
import { createFrontier, type Frontier, type IsWanted, type QueuedAddress } from '@pagebell/crawl/frontier'
import { createHostPace, type HostLimits } from '@pagebell/crawl/host-pace'
import { siteScope } from '@pagebell/crawl/site-scope'
import { createUrlFilter, type UrlPatterns } from '@pagebell/crawl/url-filter'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { FetchSafely } from '@pagebell/safe-fetch/safe-fetcher'
import type { CrawledSite } from '@pagebell/site-checks/site'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { type CrawlEnd, startCrawlBudget } from './crawl-budget.ts'
import { createCrawlRecord, type RecordedPages } from './crawl-record.ts'
import { type EarlierWork, type MadeVisit, replayVisits } from './earlier-visits.ts'
import { type FindKept, keptReadings, readingRules } from './kept-readings.ts'
import { prepareSite } from './prepare-site.ts'
import type { SiteSitemaps } from './read-sitemaps.ts'
import { type CrawlProgress, requestAll } from './request-all.ts'
import type { SiteReader } from './site-reader.ts'
import { siteRequests } from './site-requests.ts'
import { mayRecover, visitPage } from './visit-page.ts'

export type SiteCrawl = Pick<RecordedPages, 'findings' | 'thrown' | 'reached'> &
  CrawlProgress & {
    site: CrawledSite
    end: CrawlEnd
    sitemapFiles: SiteSitemaps['files']
  }
export type CrawlTools = {
  fetchSafely: FetchSafely
  reader: SiteReader
  /** Aborts to end the crawl with what was found. */
  signal: AbortSignal
  /** Aborts to end the crawl once the requests under way have ended. */
  pause?: AbortSignal
  /** Of the minutes of the crawl, those that earlier attempts have taken; it has one at least. */
  spentMinutes?: number
  onProgress(progress: CrawlProgress): void
  hostLimits?: HostLimits
  /** What is requested of the site; all of it by default. */
  selection?: CrawlSelection
  /** Visits of an earlier attempt, whose addresses are not requested again. */
  earlier?: AsyncIterable<MadeVisit>
  /** Finds what the run before has read, which a page that has not changed keeps. */
  findKept?: FindKept
  /** Receives each visit that this attempt makes; the crawl waits for it. */
  onVisit?(made: MadeVisit): Promise<void>
}

/** Where addresses come from, and patterns of their paths. */
export type CrawlSelection = UrlPatterns & { start: readonly CrawlStart[] }
export type CrawlStart = 'sitemap' | 'links'

/** As the other crawls of Pagebell: two connections, five requests a second. */
const politeLimits: HostLimits = { connections: 2, intervalMs: 200 }
/** Requested, waiting for their turn, or being read; the pace decides how many are requested. */
const pagesAtOnce = 4

/**
 * Requests the pages of a site, rates each, and keeps what site checks need. Throws a FetchFailure for an address that
 * is never requested, or if the first robots.txt cannot be requested or answers 5xx.
 */
export async function crawlSite(startUrl: string, limits: CrawlLimits, tools: CrawlTools): Promise<SiteCrawl> {
  const { fetchSafely, reader, signal, onProgress, hostLimits = politeLimits, selection = everything } = tools
  const now = new Date()
  const minutes = Math.max(limits.minutes - (tools.spentMinutes ?? 0), Math.min(limits.minutes, 1))
  using budget = startCrawlBudget({ ...limits, minutes }, signal, tools.pause)
  const pace = createHostPace(hostLimits, budget.signal)
  const requests = siteRequests(fetchSafely, pace, budget)
  const frontier = createFrontier(siteScope(new URL(startUrl)), limits, wantedBy(selection))
  const start = addStart(frontier, startUrl)
  const record = createCrawlRecord(frontier, start, limits)
  let sitemaps: SiteSitemaps = { files: [], sitemap: null }
  let progress: CrawlProgress = { requested: 0, waiting: frontier.waiting }
  let earlier: EarlierWork = { requested: 0, failed: [] }
  try {
    earlier = await replayVisits(tools.earlier ?? [], { frontier, record })
    progress = { requested: earlier.requested, waiting: frontier.waiting }
    const earlierTarget = (url: string) => record.pages.get(url)?.redirectsTo
    const prepared = await prepareSite(start, { requests, pace, reader, frontier, limits, budget, earlierTarget })
    sitemaps = prepared.sitemaps
    const rules = readingRules(start, limits)
    const kept = keptReadings({ find: tools.findKept ?? findNothing, reader, rules, now })
    const visitTools = { requests, reader, limits, siteUrl: start, ...prepared, kept, rules, now }
    const visit = async (address: QueuedAddress) => {
      const visited = await visitPage(address.url, visitTools)
      record.add(address, visited)
      await tools.onVisit?.({ address, visit: visited })
      return { isRequested: visited.kind !== 'forbidden', mayRecover: mayRecover(visited) }
    }
    const options = { atOnce: pagesAtOnce, maxRequests: limits.pages, earlier, budget, onProgress }
    progress = await requestAll(frontier, visit, options)
  } catch (error) {
    // What was found until then is the result; of a site that has fallen silent between two attempts as well.
    if (error instanceof FetchFailure && earlier.requested > 0) budget.endBy('unanswered')
    else if (!budget.signal.aborted) throw error
  }
  const { start: finalStart, pages, isComplete, reached, ...recorded } = record.result()
  const end = budget.end ?? 'finished'
  const isWhole = isComplete && end === 'finished' && !isPart(selection)
  return {
    site: { start: finalStart, pages, sitemap: sitemaps.sitemap, isComplete: isWhole, now },
    end,
    reached: [...endingLimit(end, limits), ...reached],
    ...progress,
    ...recorded,
    sitemapFiles: sitemaps.files,
  }
}

const findNothing: FindKept = async () => null
const everything: CrawlSelection = { start: ['sitemap', 'links'], include: [], exclude: [] }

function isPart({ start, include, exclude }: CrawlSelection): boolean {
  return start.length < everything.start.length || include.length > 0 || exclude.length > 0
}

/** Canonical links and language versions are found on pages, as links are. */
function wantedBy({ start, ...patterns }: CrawlSelection): IsWanted {
  const matches = createUrlFilter(patterns)
  return (url, source) => start.includes(source === 'sitemap' ? 'sitemap' : 'links') && matches(url)
}

/** The address of the start page as it is requested. */
function addStart(frontier: Frontier, startUrl: string): string {
  const start = frontier.add(startUrl, { source: 'start', clicks: 0, hops: 0 })
  if (start !== null) return start
  const normalised = normaliseUrl(startUrl)
  const reason = normalised.ok ? 'it is left out by a limit' : normalised.reason
  throw new FetchFailure('blocked_address', `The address cannot be crawled: ${reason}.`)
}

function endingLimit(end: CrawlEnd, limits: CrawlLimits): ReachedLimit[] {
  if (end === 'finished' || end === 'interrupted') return []
  return [{ limit: end, detail: limitDetail(end, limits), addresses: 0, example: null }]
}
