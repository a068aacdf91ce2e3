import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CrawlLimits, defaultLimits } from '@pagebell/crawl/crawl-limits'
import { safeFetcher } from '@pagebell/safe-fetch/safe-fetcher'
import { crawlSite } from '../src/sites/crawl-site.ts'
import type { SiteReader } from '../src/sites/site-reader.ts'

/**
 * `body` may be a function of the origin; `PORT` in a header is that of the server; status 0 is no response. `times`: only
 * the first so many requests have this answer, then its status is 200.
 */
export type Answer = {
  status?: number
  headers?: Record<string, string>
  body?: string | ((origin: string) => string)
  times?: number
}
export type CrawlOptions = {
  limits?: Partial<CrawlLimits>
  signal?: AbortSignal
  /** Where the crawl begins: a path, or an address by the origin. */
  start?: string | ((origin: string) => string)
  /** Milliseconds without a first byte after which a request fails. */
  firstByteMs?: number
  intervalMs?: number
}

/** Of two hosts, both of which the server is: `site.example` and `www.site.example`. */
const reach = { userAgent: 'PagebellBot/1.0 (test)', allow: ['127.0.0.1/32'], resolveHost: async () => ['127.0.0.1'] }

/**
 * Crawls a site whose answers are given by method and path, by host and path, or by path alone; others are 404. Returns
 * what was crawled, each request as `METHOD path`, and the milliseconds that it took.
 */
export async function crawlAnswers(reader: SiteReader, answers: Record<string, Answer>, options: CrawlOptions = {}) {
  const { limits = {}, signal = AbortSignal.timeout(60_000), start = '/', firstByteMs, intervalMs = 10 } = options
  const requests: string[] = []
  const counts = new Map<string, number>()
  const listener: RequestListener = ({ method, url = '/', headers: { host = '' } }, response) => {
    requests.push(`${method} ${url}`)
    const name = host.split(':', 1)[0]
    const key = [`${method} ${url}`, `${name}${url}`, url].find((one) => one in answers) ?? ''
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    const { status = 200, headers = {}, body = '', times = Number.POSITIVE_INFINITY } = answers[key] ?? { status: 404 }
    if (status === 0 && count <= times) return
    const text = typeof body === 'string' ? body : body(`http://${host}`)
    const sent = Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', String(port))])
    const type = { 'content-type': 'text/html' }
    response.writeHead(count > times ? 200 : status, { ...type, ...Object.fromEntries(sent) }).end(text)
  }
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const began = performance.now()
  try {
    const budgets = firstByteMs === undefined ? {} : { firstByteMs }
    const crawled = await crawlSite(
      typeof start === 'string' ? origin + start : start(`http://site.example:${port}`),
      { ...defaultLimits, ...limits },
      {
        fetchSafely: safeFetcher({ ...reach, budgets }),
        reader,
        signal,
        onProgress: () => undefined,
        hostLimits: { connections: 2, intervalMs },
      },
    )
    const milliseconds = performance.now() - began
    const pageAt = (path: string) => crawled.site.pages.get(path.startsWith('/') ? origin + path : path)
    return { requests, milliseconds, pageAt, crawled, origin, port }
  } finally {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
}

export const linkTo = (...paths: string[]): Answer => ({
  body: (origin) => paths.map((path) => `<a href="${path.replace('ORIGIN', origin)}">Page</a>`).join(''),
})
