import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type CrawlLimits, defaultLimits, type LimitName } from '@pagebell/crawl/crawl-limits'
import { safeFetcher } from '@pagebell/safe-fetch/safe-fetcher'
import { loadSiteChecks } from '@pagebell/site-checks/load-site-checks'
import { crawlSite, type SiteCrawl } from '../src/sites/crawl-site.ts'
import { type SiteReader, startSiteReader } from '../src/sites/site-reader.ts'
import { siteReport } from '../src/sites/site-report.ts'
import { startTrapSite } from './start-trap-site.ts'

let reader: SiteReader
let site: Awaited<ReturnType<typeof startTrapSite>>
beforeAll(async () => {
  reader = startSiteReader()
  site = await startTrapSite()
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await reader[Symbol.asyncDispose]()
})

const reach = { userAgent: 'PagebellBot/1.0 (test)', allow: ['127.0.0.1/32'] }
const fetchSafely = safeFetcher(reach)
/** Waits for a hanging host only so long; a busy machine may answer later than that. */
const fetchWithShortWait = safeFetcher({ ...reach, budgets: { firstByteMs: 200 } })

type CrawlOptions = { signal?: AbortSignal; onProgress?: () => void; intervalMs?: number }

function crawl(path: string, limits: Partial<CrawlLimits>, options: CrawlOptions = {}): Promise<SiteCrawl> {
  const { signal = AbortSignal.timeout(60_000), onProgress = () => undefined, intervalMs = 0 } = options
  const hostLimits = { connections: 4, intervalMs }
  const tools = {
    fetchSafely: path === '/hanging' ? fetchWithShortWait : fetchSafely,
    reader,
    signal,
    onProgress,
    hostLimits,
  }
  return crawlSite(site.origin + path, { ...defaultLimits, ...limits }, tools)
}

describe('a crawl ends, and names the limit:', () => {
  const rows: [
    trap: string,
    limits: Partial<CrawlLimits>,
    end: SiteCrawl['end'],
    reached: LimitName[],
    requested: number,
  ][] = [
    ['calendar', { calendar: 20 }, 'finished', ['calendar'], 21],
    ['facets', { queryVariants: 20 }, 'finished', ['queryVariants'], 21],
    ['sessions', {}, 'finished', ['sessionIds'], 3],
    ['redirects', {}, 'finished', ['redirects'], 6],
    ['relative', {}, 'finished', ['repeatingPath'], 19],
    ['labyrinth', { pages: 40 }, 'pages', ['pages'], 40],
    ['deep', { clicks: 12 }, 'finished', ['clicks'], 13],
    ['huge', { pageMegabytes: 1 }, 'finished', ['pageMegabytes'], 2],
    ['hanging', {}, 'unanswered', ['unanswered'], 14],
    ['slow', { minutes: 0.02 }, 'minutes', ['minutes'], Number.NaN],
    ['labyrinth', { megabytes: 0.01 }, 'megabytes', ['megabytes'], Number.NaN],
    ['labyrinth', { siteLinks: 12 }, 'finished', ['siteLinks'], 13],
    ['labyrinth', { addresses: 30 }, 'finished', ['addresses'], 30],
  ]
  it.each(rows)('%s %j', async (trap, limits, end, reached, requested) => {
    const crawled = await crawl(`/${trap}`, limits)
    expect(crawled.end).toBe(end)
    expect(crawled.reached.map(({ limit }) => limit)).toEqual(reached)
    expect(crawled.reached.every(({ detail }) => detail.endsWith('.'))).toBe(true)
    expect(crawled.site.isComplete).toBe(trap === 'sessions')
    if (!Number.isNaN(requested)) expect(crawled.requested).toBe(requested)
  })
})

it('a crawl obeys robots.txt, and reports what it forbids', async () => {
  const before = site.requested.length
  const crawled = await crawl('/forbidden', {})
  const report = siteReport(crawled, await loadSiteChecks())
  expect(site.requested.slice(before)).toContain('/forbidden/inside')
  expect(site.requested).not.toContain('/private/page')
  expect(report.counts).toMatchObject({ requested: 2, forbidden: 1 })
})

it('an interrupted crawl returns what it has found, as a part', async () => {
  const stopping = new AbortController()
  let calls = 0
  const onProgress = () => {
    calls += 1
    if (calls === 5) stopping.abort()
  }
  const crawled = await crawl('/labyrinth', {}, { signal: stopping.signal, onProgress })
  const report = siteReport(crawled, await loadSiteChecks())
  expect(report).toMatchObject({ end: 'interrupted', isPartial: true })
  expect(report.counts.rated).toBeGreaterThan(0)
  expect(report.rating?.rated).toBe(report.counts.rated)
})

it('keeps the interval between two requests', async () => {
  const before = site.requested.length
  const began = performance.now()
  await crawl('/labyrinth', { pages: 10 }, { intervalMs: 50 })
  const milliseconds = performance.now() - began
  // Ten pages, robots.txt, a sitemap and two probes.
  const sent = site.requested.length - before
  expect(sent).toBe(14)
  expect(milliseconds).toBeGreaterThan((sent - 1) * 50)
})

it('a site without a readable robots.txt is not crawled', async () => {
  await expect(
    crawlSite('http://127.0.0.1:9/', defaultLimits, {
      fetchSafely,
      reader,
      signal: AbortSignal.timeout(60_000),
      onProgress: () => undefined,
    }),
  ).rejects.toMatchObject({ name: 'FetchFailure', reason: 'refused' })
})
