import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type CrawlLimits, defaultLimits } from '@pagebell/crawl/crawl-limits'
import { safeFetcher } from '@pagebell/safe-fetch/safe-fetcher'
import { loadSiteChecks } from '@pagebell/site-checks/load-site-checks'
import { decodeVisit, encodeVisit } from '../src/site-runs/visit-codec.ts'
import { type CrawlTools, crawlSite } from '../src/sites/crawl-site.ts'
import type { MadeVisit } from '../src/sites/earlier-visits.ts'
import { isUnchanged, mayBeKept } from '../src/sites/kept-readings.ts'
import { type SiteReader, startSiteReader } from '../src/sites/site-reader.ts'
import { type SiteReport, siteReport } from '../src/sites/site-report.ts'
import { pageText, startVersionedSite, type VersionedPage, type VersionedSite } from './start-versioned-site.ts'

let reader: SiteReader
let site: VersionedSite
beforeAll(() => {
  reader = startSiteReader()
})
beforeEach(async () => {
  site = await startVersionedSite(12)
})
afterEach(async () => site[Symbol.asyncDispose]())
afterAll(async () => reader[Symbol.asyncDispose]())

const fetchSafely = safeFetcher({ userAgent: 'PagebellBot/1.0 (test)', allow: ['127.0.0.1/32'] })
/** What an earlier crawl has stored, by address. */
type Stored = Map<string, Uint8Array>
type Crawled = {
  report: SiteReport
  stored: Stored
  unchanged: number
  log: string[]
  bytes: number
  made: MadeVisit[]
}

/** Crawls the site with what an earlier crawl has stored, and says what was requested. */
async function crawl(
  last: Stored,
  more: Partial<CrawlTools> = {},
  limits: Partial<CrawlLimits> = {},
): Promise<Crawled> {
  Object.assign(site, { log: [], bytes: 0 })
  const made: MadeVisit[] = []
  const tools: CrawlTools = {
    fetchSafely,
    reader,
    signal: AbortSignal.timeout(60_000),
    onProgress: () => undefined,
    hostLimits: { connections: 4, intervalMs: 0 },
    async findKept(url) {
      const body = last.get(url)
      const visit = body && decodeVisit(body).visit
      return visit?.kind === 'page' ? visit : null
    },
    async onVisit(one) {
      made.push(one)
    },
    ...more,
  }
  const crawled = await crawlSite(`${site.origin}/`, { ...defaultLimits, ...limits }, tools)
  const pages = made.flatMap(({ address, visit }) => (visit.kind === 'page' ? [{ url: address.url, visit }] : []))
  return {
    report: siteReport(crawled, await loadSiteChecks()),
    stored: new Map(
      made.flatMap((one) => {
        return one.visit.kind === 'page' && mayBeKept(one.visit) ? [[one.address.url, encodeVisit(one)]] : []
      }),
    ),
    unchanged: pages.filter(({ visit }) => isUnchanged(visit)).length,
    log: site.log.toSorted(),
    bytes: site.bytes,
    made,
  }
}

const nothing: Stored = new Map()
const pageAt = (path: string): VersionedPage => {
  const page = site.pages.get(path)
  if (page === undefined) throw new Error(`There is no ${path}.`)
  return page
}
const logOf = ({ log }: Crawled, path: string) => log.filter((line) => line.endsWith(` ${path}`))
/** A report without the order of its lists, which is that of visits, of which several are under way at a time. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(sorted).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sorted(one)]))
}

/** Changes the site between two crawls, and expects of the second one what a crawl finds without stored readings. */
async function afterChange(change: () => void): Promise<Crawled> {
  const first = await crawl(nothing)
  change()
  const second = await crawl(first.stored)
  expect(sorted(second.report)).toEqual(sorted((await crawl(nothing)).report))
  return second
}

describe('a page that has not changed', () => {
  it('is not transferred, and the report is that of a crawl that transfers everything', async () => {
    const first = await crawl(nothing)
    expect(first).toMatchObject({ unchanged: 0, report: { counts: { rated: 12 } } })
    const second = await crawl(first.stored)
    expect(sorted(second.report)).toEqual(sorted(first.report))
    expect(second.unchanged).toBe(11)
    // The start page is always read.
    expect(second.log.filter((line) => line.startsWith('200'))).toEqual(['200 /'])
    expect(second.log).toHaveLength(12)
    expect(second.bytes).toBe(pageAt('/').body.length)
  })

  it('is asked for by its date where it has no tag', async () => {
    const date = new Date(Date.now() - 3_600_000).toUTCString()
    for (const page of site.pages.values()) page.headers = { 'last-modified': date }
    const second = await afterChange(() => undefined)
    expect([second.unchanged, logOf(second, '/page-3')]).toEqual([11, ['304 /page-3']])
  })

  it('is transferred if its server does not say which version it is, or the rating may not be kept', async () => {
    const headers: Record<string, string>[] = [
      {},
      { 'last-modified': new Date(Date.now() + 1_000).toUTCString() },
      { etag: 'version 1' },
      { etag: '"1"', 'cache-control': 'private, no-store' },
      { etag: '"1"', 'x-robots-tag': 'unavailable_after: 2099-01-01' },
      { etag: '"1"', 'x-robots-tag': 'noindex' },
    ]
    for (const [index, sent] of headers.entries()) pageAt(`/page-${index + 1}`).headers = sent
    const second = await afterChange(() => undefined)
    const transferred = second.log.filter((line) => line.startsWith('200'))
    expect(transferred).toEqual(['200 /', ...headers.map((_, index) => `200 /page-${index + 1}`)])
    expect(second.unchanged).toBe(5)
  })

  it('is transferred by other rules', async () => {
    const { stored } = await crawl(nothing)
    expect(await crawl(stored, {}, { links: 1_999 })).toMatchObject({ unchanged: 0 })
    expect(site.log.filter((line) => line.startsWith('304'))).toEqual([])
  })
})

describe('a page that has changed', () => {
  it('is read again, and its new version is kept', async () => {
    const second = await afterChange(() => {
      site.pages.set('/page-3', { body: pageText('/new', ''), headers: { etag: '"3-2"' }, of304: {} })
    })
    expect([second.unchanged, logOf(second, '/page-3')]).toEqual([10, ['200 /page-3']])
    expect(logOf(await crawl(second.stored), '/page-3')).toEqual(['304 /page-3'])
  })

  it('in its headers alone is read again, if a rating depends on them', async () => {
    const rated: Record<string, string>[] = [
      { 'x-robots-tag': 'noindex' },
      { link: '</other>; rel=canonical' },
      { 'x-powered-by': 'PHP/5.3' },
      { 'cache-control': 'no-store' },
    ]
    const second = await afterChange(() => {
      for (const [index, sent] of rated.entries()) Object.assign(pageAt(`/page-${index + 1}`).headers, sent)
      pageAt('/page-5').headers['expires'] = 'Thu, 01 Jan 2099 00:00:00 GMT'
    })
    expect(second.unchanged).toBe(7)
    const answers = (path: string) => logOf(second, path).map((line) => line.slice(0, 3))
    for (const index of rated.keys()) expect(answers(`/page-${index + 1}`)).toEqual(['200', '304'])
    expect(answers('/page-5')).toEqual(['304'])
  })

  it('with its robots.txt is read again, until so many in a row were that no more are asked for', async () => {
    await site[Symbol.asyncDispose]()
    site = await startVersionedSite(24)
    const second = await afterChange(() => {
      site.robots = 'User-agent: *\nAllow /\n'
    })
    expect(second.unchanged).toBe(0)
    const asked = second.log.filter((line) => line.startsWith('304')).length
    // Up to four visits are under way at a time.
    expect(asked).toBeGreaterThanOrEqual(10)
    expect(asked).toBeLessThan(15)
  })
})

describe('a server that answers 304', () => {
  it('for another version is asked again', async () => {
    const second = await afterChange(() => {
      pageAt('/page-3').of304 = { etag: '"3-9"' }
    })
    expect(logOf(second, '/page-3')).toEqual(['200 /page-3', '304 /page-3'])
  })

  it('whatever has changed is found out at the seventh crawl', async () => {
    let last = await crawl(nothing)
    pageAt('/page-3').body = pageText('/page-3', '<h1>A second heading</h1>')
    site.answers304 = 'to every condition'
    for (let time = 1; time <= 6; time += 1) {
      last = await crawl(last.stored)
      expect(logOf(last, '/page-3')).toEqual(['304 /page-3'])
    }
    last = await crawl(last.stored)
    expect(logOf(last, '/page-3')).toEqual(['200 /page-3'])
    expect(sorted(last.report)).toEqual(sorted((await crawl(nothing)).report))
  })

  it('without having been asked has no page', async () => {
    site.answers304 = 'always'
    const { report, stored } = await crawl(nothing)
    const second = report.pages.find(({ url }) => url.endsWith('/page-1'))
    expect(second).toMatchObject({ status: 304, score: null })
    expect([...stored.keys()]).toEqual([`${site.origin}/`])
  })
})

it('a crawl that goes on after a failure keeps readings, and judges every page once', async () => {
  const first = await crawl(nothing)
  pageAt('/page-5').body = pageText('/page-5', '')
  pageAt('/page-5').headers['etag'] = '"5-2"'
  const whole = await crawl(first.stored)
  const earlier = whole.made.slice(0, 9)
  const rest = await crawl(first.stored, { earlier: toStream(earlier.map(encodeVisit)) })
  expect(sorted(rest.report)).toEqual(sorted(whole.report))
  const before = earlier.map(({ address }) => new URL(address.url).pathname)
  const after = rest.log.map((line) => line.split(' ')[1] ?? '')
  expect([...before, ...after].toSorted()).toEqual([...site.pages.keys()].toSorted())
})

async function* toStream(bodies: Uint8Array[]): AsyncGenerator<MadeVisit> {
  for (const body of bodies) yield decodeVisit(body)
}
