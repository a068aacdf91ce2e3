import { maxRobotsBytes } from '@pagebell/html/robots-rules'
import { readCharset } from '@pagebell/safe-fetch/charset'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { SafeResponse } from '@pagebell/safe-fetch/safe-fetcher'
import type { RobotsAnswer } from './exchange.ts'
import { type Exchange, noProbes } from './exchange.ts'
import { BudgetExhausted, type FetchPlan } from './fetch-plan.ts'
import type { PoliteFetch } from './polite-fetch.ts'

export type FetchedPage = { exchange: Exchange; body: Buffer; timings: Record<string, number> }

const deadlineMs = 15_000

/** Fetches the page alone: robots.txt and probes are still empty. Throws a FetchFailure. */
export async function fetchPage(fetchSafely: PoliteFetch, requestedUrl: string): Promise<FetchedPage> {
  const accept = { accept: 'text/html,application/xhtml+xml' }
  const response = await fetchSafely(requestedUrl, { headers: accept, deadlineMs, acceptAnyCertificate: true })
  const contentType = contentTypeOf(response)
  if (contentType !== null && !isHtmlType(contentType)) {
    throw new FetchFailure('not_html', `The address answers ${contentType.slice(0, 100)}, not HTML.`)
  }
  const { body, timings } = response
  const notFetched = { robots: { status: null, body: null }, probes: noProbes }
  return { exchange: { ...exchangeOf(response, requestedUrl), ...notFetched }, body, timings: rounded(timings) }
}

export function contentTypeOf({ headers }: Pick<SafeResponse, 'headers'>): string | null {
  return headers.find(([name]) => name === 'content-type')?.[1] ?? null
}

export function isHtmlType(contentType: string): boolean {
  return /^\s*(text\/html|application\/xhtml\+xml)/i.test(contentType)
}

/** What a response says of a page; robots.txt and probes are those of its site. */
export function exchangeOf(response: SafeResponse, requestedUrl: string): Omit<Exchange, 'robots' | 'probes'> {
  const { url, status, headers, redirects, timings, tls, body } = response
  const charset = readCharset(body, contentTypeOf(response))
  const htmlBytes = body.length
  return { url, requestedUrl, status, headers, htmlBytes, charset, redirects, tls, ttfbMs: timings.ttfb }
}

function rounded(timings: SafeResponse['timings']): Record<string, number> {
  return Object.fromEntries(Object.entries(timings).map(([name, ms]) => [name, Math.round(ms * 10) / 10]))
}

/** The robots.txt of the origin that served the page; a longer one is truncated where crawlers stop reading. */
export async function fetchRobots(plan: FetchPlan, pageUrl: string): Promise<RobotsAnswer> {
  const address = new URL('/robots.txt', pageUrl).href
  try {
    const { status, body } = await plan.fetch(address, {
      deadlineMs: 5_000,
      maxBytes: maxRobotsBytes,
      beyond: 'leave',
      acceptAnyCertificate: true,
    })
    return { status, body: body.toString('utf8') }
  } catch (error) {
    if (error instanceof BudgetExhausted) return { status: null, body: null }
    if (!(error instanceof FetchFailure)) throw error
    // RFC 9309 section 2.3.1.2: after too many redirects a crawler may assume that the file is unavailable.
    return { status: error.reason === 'too_many_redirects' ? 404 : null, body: null }
  }
}
