import { type CrawlLimits, type LimitName, limitDetail, type ReachedLimit } from '@pagebell/crawl/crawl-limits'
import { createFrontier, type QueuedAddress } from '@pagebell/crawl/frontier'
import { createHostPace, type HostLimits } from '@pagebell/crawl/host-pace'
import { siteScope } from '@pagebell/crawl/site-scope'
import { crawlDelayOf } from '@pagebell/html/robots-rules'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { FetchSafely, SafeResponse } from '@pagebell/safe-fetch/safe-fetcher'
import type { CrawledSite, SitePage } from '@pagebell/site-checks/site'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { noProbes, type Probes, type RobotsAnswer } from '../fetching/exchange.ts'
import { contentTypeOf, exchangeOf, isHtmlType } from '../fetching/fetch-page.ts'
import { startFetchPlan } from '../fetching/fetch-plan.ts'
import { probeSite } from '../fetching/probe-site.ts'
import { declaredSitemaps } from '../fetching/probe-targets.ts'
import { type CountedProblem, countProblems } from './page-problems.ts'
import { readSitemaps, type SiteSitemaps } from './read-sitemaps.ts'
import type { SiteReader } from './site-reader.ts'
import { crawlerName, isFileName, type OriginRobots, redirectOf, siteRequests } from './site-requests.ts'

/** Why a crawl ended: nothing was left, the caller stopped it, or a limit. */
export type CrawlEnd = 'finished' | 'interrupted' | LimitName
export type CrawlProgress = { requested: number; waiting: number }
export type SiteCrawl = {
  site: CrawledSite
  end: CrawlEnd
  reached: ReachedLimit[]
  requested: number
  waiting: number
  problems: CountedProblem[]
  /** The gate that the start page fails, if it does. */
  failedGate: string | null
  sitemapFiles: SiteSitemaps['files']
  /** Checks that threw, with the page. */
  thrown: { check: string; url: string }[]
}
export type CrawlTools = {
  fetchSafely: FetchSafely
  reader: SiteReader
  /** Aborts to end the crawl with what was found. */
  signal: AbortSignal
  onProgress(progress: CrawlProgress): void
  hostLimits?: HostLimits
}

/** As the other crawls of Pagebell: two connections, five requests a second. */
const politeLimits: HostLimits = { connections: 2, intervalMs: 200 }
/** Requested, waiting for their turn, or being read; the pace decides how many are requested. */
const pagesAtOnce = 4
/** Failures that say nothing of a page, but of its host. */
const hostFailures = new Set<string>(['timeout', 'refused', 'dns', 'tls'])

/** Requests the pages of a site, rates each, and keeps what site checks need. Throws a FetchFailure without robots.txt. */
export async function crawlSite(startUrl: string, limits: CrawlLimits, tools: CrawlTools): Promise<SiteCrawl> {
  const { fetchSafely, reader, signal, onProgress, hostLimits = politeLimits } = tools
  const start = new URL(startUrl)
  const stop = new AbortController()
  const pace = createHostPace(hostLimits, stop.signal)
  const requests = siteRequests(fetchSafely, pace, stop.signal)
  const frontier = createFrontier(siteScope(start), limits)
  const pages = new Map<string, SitePage>()
  const problems = countProblems()
  const failedGates = new Map<string, string>()
  const thrown: SiteCrawl['thrown'] = []
  const now = new Date()
  let end: CrawlEnd | null = null
  let [requested, bytes, unanswered] = [0, 0, 0]
  let sitemaps: SiteSitemaps = { files: [], entries: null }
  let siteExchange: { robots: RobotsAnswer; probes: Probes } = {
    robots: { status: null, body: null },
    probes: noProbes,
  }

  function endBy(reason: CrawlEnd): void {
    end ??= reason
  }
  const abortBy = (reason: CrawlEnd) => () => {
    endBy(reason)
    stop.abort(new Error(`The crawl ended: ${reason}.`))
  }
  const onInterrupt = abortBy('interrupted')
  const timer = setTimeout(abortBy('minutes'), limits.minutes * 60_000)
  signal.addEventListener('abort', onInterrupt, { once: true })

  try {
    await prepare()
    await requestAll()
  } catch (error) {
    if (!stop.signal.aborted) throw error
    // What was found until then is the result.
  } finally {
    clearTimeout(timer)
    stop.abort(new Error('The crawl ended.'))
    signal.removeEventListener('abort', onInterrupt)
  }
  const site = { start: endOfRedirects(frontierStart(), pages), pages, sitemap: sitemaps.entries, now }
  const { waiting, reached } = frontier
  const isComplete = end === null && !reached.some(({ limit }) => leavesPagesOut.has(limit))
  const ending = end ?? 'finished'
  return {
    site: { ...site, isComplete },
    end: ending,
    reached: ending === 'finished' || ending === 'interrupted' ? reached : [endingLimit(ending), ...reached],
    requested,
    waiting,
    problems: problems.problems,
    failedGate: failedGates.get(site.start) ?? null,
    sitemapFiles: sitemaps.files,
    thrown,
  }

  function frontierStart(): string {
    const normalised = normaliseUrl(startUrl)
    return normalised.ok ? normalised.url : start.href
  }

  function endingLimit(limit: LimitName): ReachedLimit {
    return { limit, detail: limitDetail(limit, limits), addresses: 0, example: null }
  }

  /** What holds for the whole site: robots.txt, the sitemaps, and the probes of a single report, once. */
  async function prepare(): Promise<void> {
    const { answer, file } = await requests.robots(start.origin)
    const delay = crawlDelayOf(file, crawlerName)
    if (delay !== undefined) pace.slowDown(delay)
    frontier.add(startUrl, { source: 'start', clicks: 0, hops: 0 })
    const declared = file.sitemaps
    sitemaps = await readSitemaps(start, declared, { requests, reader, frontier, limits })
    using plan = startFetchPlan(requests.file)
    const named = declaredSitemaps(answer.body ?? '')
    const probes = await probeSite(plan, { url: start.href, hasIcon: false, links: [], sitemaps: named })
    siteExchange = { robots: answer, probes: { ...probes, linkSample: null, leftOut: null } }
  }

  async function requestAll(): Promise<void> {
    const active = new Set<Promise<void>>()
    for (;;) {
      while (active.size < pagesAtOnce && end === null && requested < limits.pages) {
        const next = frontier.next()
        if (next === undefined) break
        requested += 1
        const visiting = visit(next).finally(() => active.delete(visiting))
        active.add(visiting)
      }
      if (active.size === 0) {
        if (frontier.waiting > 0) endBy('pages')
        return
      }
      await Promise.race(active)
      onProgress({ requested, waiting: frontier.waiting })
    }
  }

  async function visit(address: QueuedAddress): Promise<void> {
    const { url } = address
    try {
      const robots = await requests.robots(new URL(url).origin)
      if (!robots.allows(url)) return leaveToRobots(url)
      const response = await requests.page(url, limits.pageMegabytes * 1_000_000)
      unanswered = 0
      bytes += response.body.length
      if (bytes > limits.megabytes * 1_000_000) endBy('megabytes')
      await keep(address, response, robots)
    } catch (error) {
      if (stop.signal.aborted) return
      if (!(error instanceof FetchFailure)) throw error
      pages.set(url, { ...emptyPage(url), failure: error.reason })
      if (error.reason === 'too_large') frontier.cut('pageMegabytes', url)
      unanswered = hostFailures.has(error.reason) ? unanswered + 1 : 0
      if (unanswered >= limits.unanswered) endBy('unanswered')
    }
  }

  /** It was not requested, and does not count as such. */
  function leaveToRobots(url: string): void {
    requested -= 1
    pages.set(url, { ...emptyPage(url), failure: 'robots' })
  }

  async function keep(address: QueuedAddress, response: SafeResponse, robots: OriginRobots): Promise<void> {
    const { url, clicks, hops } = address
    const { status, body } = response
    slowDownIfLimited(response)
    const target = redirectOf(response)
    if (target !== null) {
      const normalised = normaliseUrl(target)
      const known = frontier.add(target, { source: 'redirect', clicks, hops: hops + 1 })
      pages.set(url, { ...emptyPage(url), status, redirectsTo: known ?? (normalised.ok ? normalised.url : target) })
      return
    }
    if (status !== 200 || !isPage(url, response)) {
      pages.set(url, { ...emptyPage(url), status })
      return
    }
    const exchange = { ...exchangeOf(response, url), ...siteExchange, robots: robots.answer }
    const received = { exchange, body, siteUrl: start.href, maxLinks: limits.links, now }
    const { rating, facts, links, ...reading } = await reader.page(received)
    problems.add(url, reading.problems)
    for (const check of reading.thrown) thrown.push({ check, url })
    const gate = reading.problems.find((problem) => problem.gate && problem.status === 'fail')
    if (gate !== undefined) failedGates.set(url, gate.id)
    const found = links.flatMap((link) => frontier.add(link, { source: 'link', clicks: clicks + 1, hops: 0 }) ?? [])
    for (const reference of reading.references) frontier.add(reference, { source: 'reference', clicks, hops: 0 })
    for (let left = reading.linksLeftOut; left > 0; left -= 1) frontier.cut('links', url)
    pages.set(url, { ...emptyPage(url), status, facts, score: rating.score, links: found })
  }

  /** The server is overloaded, or limits us: from now on slower, by what it asks for or by half. */
  function slowDownIfLimited({ status, headers }: SafeResponse): void {
    if (status !== 429 && status !== 503) return
    const retryAfter = Number(headers.find(([name]) => name === 'retry-after')?.[1] ?? Number.NaN)
    const seconds = pace.intervalMs / 1_000
    pace.slowDown(Number.isFinite(retryAfter) ? Math.max(retryAfter, seconds) : seconds * 2)
  }
}

/** Limits that may hide links to other pages, so that what was not found may exist. */
const leavesPagesOut: ReadonlySet<LimitName> = new Set(['addresses', 'clicks', 'links', 'sitemapFiles'])

function emptyPage(url: string): SitePage {
  return { url, status: null, failure: null, redirectsTo: null, facts: null, score: null, links: [] }
}

function isPage(url: string, response: SafeResponse): boolean {
  const contentType = contentTypeOf(response)
  return !isFileName(url) && (contentType === null || isHtmlType(contentType))
}

function endOfRedirects(url: string, pages: ReadonlyMap<string, SitePage>): string {
  let end = url
  for (let hops = 0; hops < pages.size; hops += 1) {
    const target = pages.get(end)?.redirectsTo ?? null
    if (target === null || !pages.has(target)) return end
    end = target
  }
  return end
}
