import { readCharset } from '@pagebell/safe-fetch/charset'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { SafeResponse } from '@pagebell/safe-fetch/safe-fetcher'
import { type Exchange, noProbes } from './exchange.ts'
import type { PoliteFetch } from './polite-fetch.ts'

export type FetchedPage = { exchange: Exchange; body: Buffer; timings: Record<string, number> }

const deadlineMs = 15_000

/** Fetches the page alone: robots.txt and probes are still empty. Throws a FetchFailure. */
export async function fetchPage(fetchSafely: PoliteFetch, requestedUrl: string): Promise<FetchedPage> {
  const accept = { accept: 'text/html,application/xhtml+xml' }
  const response = await fetchSafely(requestedUrl, { headers: accept, deadlineMs, acceptAnyCertificate: true })
  const { url, status, headers, redirects, timings, tls, body } = response
  const contentType = headers.find(([name]) => name === 'content-type')?.[1] ?? null
  if (contentType !== null && !/^\s*(text\/html|application\/xhtml\+xml)/i.test(contentType)) {
    throw new FetchFailure('not_html', `The address answers ${contentType.slice(0, 100)}, not HTML.`)
  }
  const charset = readCharset(body, contentType)
  const exchange = { url, requestedUrl, status, headers, htmlBytes: body.length, charset, redirects, tls }
  const notFetched = { robots: { status: null, body: null }, probes: noProbes }
  return { exchange: { ...exchange, ttfbMs: timings.ttfb, ...notFetched }, body, timings: rounded(timings) }
}

function rounded(timings: SafeResponse['timings']): Record<string, number> {
  return Object.fromEntries(Object.entries(timings).map(([name, ms]) => [name, Math.round(ms * 10) / 10]))
}
