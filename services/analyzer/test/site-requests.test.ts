import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { defaultLimits } from '@pagebell/crawl/crawl-limits'
import { safeFetcher } from '@pagebell/safe-fetch/safe-fetcher'
import { crawlSite } from '../src/sites/crawl-site.ts'
import { type SiteReader, startSiteReader } from '../src/sites/site-reader.ts'

let reader: SiteReader
beforeAll(() => {
  reader = startSiteReader()
})
afterAll(async () => {
  await reader[Symbol.asyncDispose]()
})

type Answer = { status?: number; headers?: Record<string, string>; body?: string }

/** Crawls a site whose answers are given by method and path, or by path alone. */
async function crawl(answers: Record<string, Answer>) {
  const requests: string[] = []
  const listener: RequestListener = ({ method, url = '/' }, response) => {
    requests.push(`${method} ${url}`)
    const { status = 200, headers = {}, body = '' } = answers[`${method} ${url}`] ?? answers[url] ?? { status: 404 }
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body)
  }
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const began = performance.now()
  const crawled = await crawlSite(`${origin}/`, defaultLimits, {
    fetchSafely: safeFetcher({ userAgent: 'PagebellBot/1.0 (test)', allow: ['127.0.0.1/32'] }),
    reader,
    signal: AbortSignal.timeout(60_000),
    onProgress: () => undefined,
    hostLimits: { connections: 2, intervalMs: 10 },
  })
  const milliseconds = performance.now() - began
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  const pageAt = (path: string) => crawled.site.pages.get(origin + path)
  return { requests, milliseconds, pageAt }
}

const linkTo = (...paths: string[]): Answer => ({ body: paths.map((path) => `<a href="${path}">Page</a>`).join('') })

it('requests no page of a site whose robots.txt answers 5xx', async () => {
  const { requests, pageAt } = await crawl({ '/robots.txt': { status: 503 }, '/': linkTo('/a') })
  expect(requests).not.toContain('GET /')
  expect(pageAt('/')).toMatchObject({ status: null, failure: 'robots' })
})

it('keeps the interval that robots.txt asks for', async () => {
  const robots = { body: 'User-agent: *\nCrawl-delay: 0.3\n' }
  const { milliseconds } = await crawl({ '/robots.txt': robots, '/': {} })
  // A sitemap, a missing page, the icon and the start page follow robots.txt.
  expect(milliseconds).toBeGreaterThan(3 * 300)
})

it('is slower after an answer 429, by what it asks for', async () => {
  const limited = { status: 429, headers: { 'retry-after': '1' } }
  const { milliseconds } = await crawl({ '/': linkTo('/a', '/b', '/c', '/d'), '/a': limited })
  expect(milliseconds).toBeGreaterThan(1_000)
})

it('requests only the status of files, by GET where HEAD is refused', async () => {
  const refused = { 'HEAD /b.zip': { status: 405 }, 'GET /b.zip': {} }
  const { requests, pageAt } = await crawl({ '/': linkTo('/a.pdf', '/b.zip'), 'HEAD /a.pdf': {}, ...refused })
  expect(requests).not.toContain('GET /a.pdf')
  expect([pageAt('/a.pdf')?.status, pageAt('/b.zip')?.status]).toEqual([200, 200])
  expect(pageAt('/b.zip')?.facts).toBeNull()
})

it('follows neither links with nofollow nor links of a page that has it', async () => {
  const { requests } = await crawl({
    '/': { body: '<a href="/a">Page</a><a rel="nofollow" href="/b">Page</a>' },
    '/a': { body: '<meta name="robots" content="nofollow"><a href="/c">Page</a>' },
  })
  expect(requests).toContain('GET /a')
  expect(requests.some((request) => /\/[bc]$/.test(request))).toBe(false)
})
