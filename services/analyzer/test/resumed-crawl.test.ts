import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type CrawlLimits, defaultLimits } from '@pagebell/crawl/crawl-limits'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { safeFetcher } from '@pagebell/safe-fetch/safe-fetcher'
import { type CountingSite, startCountingSite } from '@pagebell/sandbox/counting-site'
import { suppressionsAt } from '@pagebell/scoring/suppressions'
import { loadSiteChecks } from '@pagebell/site-checks/load-site-checks'
import { decodeVisit, encodeVisit } from '../src/site-runs/visit-codec.ts'
import { type CrawlTools, crawlSite } from '../src/sites/crawl-site.ts'
import type { MadeVisit } from '../src/sites/earlier-visits.ts'
import type { SiteSuppressions } from '../src/sites/judge-pages.ts'
import { type SiteReader, startSiteReader } from '../src/sites/site-reader.ts'
import { type SiteReport, siteReport } from '../src/sites/site-report.ts'

let reader: SiteReader
let site: CountingSite
beforeAll(async () => {
  reader = startSiteReader()
  site = await startCountingSite(40)
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await reader[Symbol.asyncDispose]()
})

const requestSafely = safeFetcher({ userAgent: 'PagebellBot/1.0 (test)', allow: ['127.0.0.1/32'] })
/** Every first byte after the same time: a busy machine must not make two crawls of one site differ in `ttfb`. */
const fetchSafely: typeof requestSafely = async (...request) => {
  const response = await requestSafely(...request)
  return { ...response, timings: { ...response.timings, ttfb: 20 } }
}

async function crawl(
  path: string,
  options: Partial<CrawlTools> = {},
  limits: Partial<CrawlLimits> = {},
  suppressions?: SiteSuppressions,
) {
  const common = { fetchSafely, reader, signal: AbortSignal.timeout(60_000), onProgress: () => undefined }
  const tools = { ...common, hostLimits: { connections: 4, intervalMs: 0 }, ...options }
  const crawled = await crawlSite(site.origin + path, { ...defaultLimits, ...limits }, tools)
  return siteReport(crawled, await loadSiteChecks(), suppressions)
}

/** Crawls until so many visits are stored, as the process of a crawl that is killed then. */
async function crawlPart(path: string, visits: number, limits: Partial<CrawlLimits> = {}): Promise<Uint8Array[]> {
  const stored: Uint8Array[] = []
  const killed = new AbortController()
  const onVisit = async (made: MadeVisit) => {
    if (killed.signal.aborted) return
    stored.push(encodeVisit(made))
    if (stored.length === visits) killed.abort()
  }
  await crawl(path, { onVisit, signal: killed.signal }, limits)
  return stored
}

async function* decoded(stored: readonly Uint8Array[]): AsyncGenerator<MadeVisit> {
  for (const body of stored) yield decodeVisit(body)
}

const pathOf = (body: Uint8Array): string => new URL(decodeVisit(body).address.url).pathname
const isPage = (path: string): boolean => /^\/(page-(\d+|listed))?$/.test(path)

/** What does not depend on the order in which pages were visited. */
const outcome = ({ counts, issues, ignored, rating, pages, isPartial }: SiteReport) => ({
  counts,
  score: rating?.score,
  issues: issues.map(({ check, severity, pages: number }) => `${check} ${severity} ${number}`).toSorted(),
  ignored: ignored.map(({ check, url, pages: number }) => `${check} ${url} ${number}`),
  pages: pages.map(({ url, status, inlinks, clicks }) => `${url} ${status} ${inlinks} ${clicks}`).toSorted(),
  isPartial,
})

describe('a crawl that goes on from the visits of another one', () => {
  it.each([1, 7, 30])('after %d visits requests only the rest, and finds the same', async (visits) => {
    const whole = outcome(await crawl('/'))
    const stored = await crawlPart('/', visits)
    expect(stored).toHaveLength(visits)
    site.requests.clear()
    const rest = await crawl('/', { earlier: decoded(stored) })
    expect(outcome(rest)).toEqual(whole)
    const visited = stored.map(pathOf).filter((path) => path !== '/page-busy')
    const requested = [...site.requests].filter(([path]) => isPage(path))
    expect(requested.filter(([path, times]) => times > 1 || visited.includes(path))).toEqual([])
  })

  it('leaves out what is ignored at its end, also on pages that were visited before', async () => {
    const ignored = [
      { check: 'meta_description', url: null, reason: 'None yet.', expires_at: null },
      { check: 'links_to_broken', url: `${site.origin}/page-39`, reason: 'The last one.', expires_at: null },
    ]
    const suppressions = suppressionsAt(ignored, '')
    const whole = await crawl('/', {}, {}, suppressions)
    const rest = await crawl('/', { earlier: decoded(await crawlPart('/', 20)) }, {}, suppressions)
    expect(outcome(rest)).toEqual(outcome(whole))
    const { score: scoreOfAll, pages } = outcome(await crawl('/'))
    expect(whole.rating?.score).toBeGreaterThan(scoreOfAll ?? 100)
    expect(outcome(whole)).toMatchObject({
      ignored: ['meta_description null 41', `links_to_broken ${site.origin}/page-39 1`],
      pages,
    })
  })

  it('was ended after the requests under way, makes none of them again', async () => {
    const whole = outcome(await crawl('/'))
    site.requests.clear()
    const [stored, pause] = [[] as Uint8Array[], new AbortController()]
    const onVisit = async (made: MadeVisit) => {
      stored.push(encodeVisit(made))
      if (stored.length === 10) pause.abort()
    }
    const part = await crawl('/', { onVisit, pause: pause.signal })
    expect(part.end).toBe('interrupted')
    expect(part.counts.requested).toBeLessThan(20)
    expect(outcome(await crawl('/', { earlier: decoded(stored) }))).toEqual(whole)
    expect([...site.requests].filter(([path, times]) => isPage(path) && times > 1)).toEqual([])
  })

  it('of a site that has fallen silent has what was visited', async () => {
    const stored = await crawlPart('/', 10)
    const fetchNothing = () => Promise.reject(new FetchFailure('refused', 'Nobody listens.'))
    const report = await crawl('/', { earlier: decoded(stored), fetchSafely: fetchNothing })
    const requested = new Set(stored.map(pathOf)).size
    expect(report).toMatchObject({ end: 'unanswered', isPartial: true, counts: { requested } })
    await expect(crawl('/', { fetchSafely: fetchNothing })).rejects.toThrow('Nobody listens.')
  })

  it('of a site whose robots.txt answers 503 by then has what was visited, and stores nothing', async () => {
    const stored = await crawlPart('/', 10)
    const fetchWithoutRobots: typeof fetchSafely = async (url, ...rest) => {
      const response = await fetchSafely(url, ...rest)
      return url.endsWith('/robots.txt') ? { ...response, status: 503 } : response
    }
    const made: MadeVisit[] = []
    const onVisit = async (visit: MadeVisit) => void made.push(visit)
    const report = await crawl('/', { earlier: decoded(stored), fetchSafely: fetchWithoutRobots, onVisit })
    const counts = { requested: new Set(stored.map(pathOf)).size, forbidden: 0 }
    expect(report).toMatchObject({ end: 'unanswered', isPartial: true, counts })
    expect(made).toEqual([])
  })

  it('has the rest of the minutes, and one at least', async () => {
    const stored = await crawlPart('/', 10)
    const late = await crawl('/', { earlier: decoded(stored), spentMinutes: 500 }, { minutes: 120 })
    expect(late.end).toBe('finished')
  })

  it('of all visits requests no page', async () => {
    const stored: Uint8Array[] = []
    const whole = await crawl('/', { onVisit: async (made) => void stored.push(encodeVisit(made)) })
    site.requests.clear()
    const again = await crawl('/', { earlier: decoded(stored) })
    expect(outcome(again)).toEqual(outcome(whole))
    expect([...site.requests.keys()].filter(isPage)).toEqual([])
  })

  it('follows the redirects of the start page without requesting them again', async () => {
    const whole = outcome(await crawl('/moved'))
    const stored = await crawlPart('/moved', 5)
    site.requests.clear()
    expect(outcome(await crawl('/moved', { earlier: decoded(stored) }))).toEqual(whole)
    expect([site.requests.get('/moved'), site.requests.get('/page-0')]).toEqual([undefined, undefined])
  })

  it('counts what was visited towards its maximum', async () => {
    const stored = await crawlPart('/', 6, { pages: 10 })
    site.requests.clear()
    const report = await crawl('/', { earlier: decoded(stored) }, { pages: 10 })
    expect(report).toMatchObject({ end: 'pages', counts: { requested: 10 } })
    const requested = [...site.requests.keys()].filter((path) => isPage(path) || path === '/page-busy')
    expect(new Set([...stored.map(pathOf), ...requested]).size).toBe(10)
  })

  it('requests once more what answered 503, unless that was done', async () => {
    const stored: MadeVisit[] = []
    await crawl('/', { onVisit: async (made) => void stored.push(made) })
    const busy = stored.filter(({ address }) => address.url.endsWith('/page-busy'))
    expect(busy).toHaveLength(2)
    site.requests.clear()
    const first = stored.toSpliced(stored.lastIndexOf(busy[1] as MadeVisit), 1)
    await crawl('/', { earlier: decoded(first.map(encodeVisit)) })
    expect(site.requests.get('/page-busy')).toBe(1)
    site.requests.clear()
    await crawl('/', { earlier: decoded(stored.map(encodeVisit)) })
    expect(site.requests.get('/page-busy')).toBeUndefined()
  })
})

describe('a part of a site', () => {
  const selection = { start: ['sitemap', 'links'], include: [], exclude: [] } as const
  const paths = ({ pages }: SiteReport) => pages.map(({ url }) => new URL(url).pathname)

  it('is what the patterns say, and the start page', async () => {
    const exclude = ['/page-11', '/page-12', '*busy', '*listed']
    const report = await crawl('/', { selection: { ...selection, include: ['/page-*'], exclude } })
    // Links lead no further than to two pages, which are left out.
    const expected = ['/', ...Array.from({ length: 10 }, (_, index) => `/page-${index + 1}`)]
    expect(paths(report).toSorted()).toEqual(expected.toSorted())
    expect(report.isPartial).toBe(true)
  })

  it('is what the sitemap lists, or what links lead to', async () => {
    const listed = await crawl('/', { selection: { ...selection, start: ['sitemap'] } })
    const linked = await crawl('/', { selection: { ...selection, start: ['links'] } })
    expect(paths(listed)).toContain('/page-listed')
    expect(paths(listed)).not.toContain('/page-5')
    expect(paths(linked)).toContain('/page-5')
    expect(paths(linked)).not.toContain('/page-listed')
  })
})
