import { readCharset } from '@pagebell/safe-fetch/charset'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { FetchSafely, SafeResponse } from '@pagebell/safe-fetch/safe-fetcher'
import type { Exchange, RobotsAnswer } from './exchange.ts'
import { noProbes } from './probes.ts'

export type FetchedPage = { exchange: Exchange; body: Buffer; timings: Record<string, number> }
export type FetchPage = (url: string) => Promise<FetchedPage>

const deadlineMs = 15_000

/** Fetches the page, and then the robots.txt of the origin that answered. */
export function pageFetcher(fetchSafely: FetchSafely): FetchPage {
  return async (requestedUrl) => {
    const accept = { accept: 'text/html,application/xhtml+xml' }
    const response = await fetchSafely(requestedUrl, { headers: accept, deadlineMs, acceptAnyCertificate: true })
    const { url, status, headers, redirects, timings, tls, body } = response
    const contentType = headers.find(([name]) => name === 'content-type')?.[1] ?? null
    if (contentType !== null && !/^\s*(text\/html|application\/xhtml\+xml)/i.test(contentType)) {
      throw new FetchFailure('not_html', `The address answers ${contentType.slice(0, 100)}, not HTML.`)
    }
    const charset = readCharset(body, contentType)
    const robots = await fetchRobots(fetchSafely, url)
    const exchange = { url, requestedUrl, status, headers, htmlBytes: body.length, charset, robots, redirects }
    return { exchange: { ...exchange, ttfbMs: timings.ttfb, tls, probes: noProbes }, body, timings: rounded(timings) }
  }
}

async function fetchRobots(fetchSafely: FetchSafely, url: string): Promise<RobotsAnswer> {
  try {
    const request = { deadlineMs: 5_000, maxBytes: 1_000_000, acceptAnyCertificate: true }
    const { status, body } = await fetchSafely(new URL('/robots.txt', url).href, request)
    return { status, body: body.toString('utf8') }
  } catch (error) {
    if (error instanceof FetchFailure) return { status: null, body: null }
    throw error
  }
}

function rounded(timings: SafeResponse['timings']): Record<string, number> {
  return Object.fromEntries(Object.entries(timings).map(([name, ms]) => [name, Math.round(ms * 10) / 10]))
}
