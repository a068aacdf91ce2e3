import type { CrawlLimits } from '@pagebell/crawl/crawl-limits'
import { type FailureReason, FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { SafeResponse } from '@pagebell/safe-fetch/safe-fetcher'
import type { Probes, RobotsAnswer } from '../fetching/exchange.ts'
import { contentTypeOf, exchangeOf, isHtmlType } from '../fetching/fetch-page.ts'
import type { KeptReadings, PageVisit } from './kept-readings.ts'
import { conditionOf, sourceOf } from './page-source.ts'
import type { ReadingLimits } from './read-site-page.ts'
import type { SiteReader } from './site-reader.ts'
import { isFileName, type OriginRobots, redirectOf, type SiteRequests } from './site-requests.ts'

/** What came of an address. Only a page has been read. */
export type Visit =
  /** Not requested: robots.txt forbids it, or cannot be read itself. */
  | { kind: 'forbidden'; failure: 'robots' | 'robots_unreachable' | FailureReason }
  /** The request failed. */
  | { kind: 'unanswered'; reason: FailureReason }
  /** `target` is absolute, and may be of another site. */
  | { kind: 'redirect'; status: number; target: string }
  /** An error, or a file that is no page. */
  | { kind: 'status'; status: number }
  /** A page that cannot be parsed, or a redirect to an address that has no form. */
  | { kind: 'unreadable'; status: number; reason: FailureReason }
  | PageVisit

/** A page that was received and is to be read, or 304 to a condition; `robots` is the answer of its origin. */
type ReceivedPage = { kind: 'received'; response: SafeResponse; robots: RobotsAnswer }
export type PageAnswer = Exclude<Visit, { kind: 'page' }> | ReceivedPage

export type RequestTools = { requests: SiteRequests; limits: ReadingLimits & Pick<CrawlLimits, 'pageMegabytes'> }
/**
 * `siteUrl`: any address of the site. `probes` are those of the whole site. `answers` are used in place of a request,
 * once each. `rules`: see {@link readingRules}.
 */
export type VisitTools = RequestTools & {
  reader: SiteReader
  siteUrl: string
  probes: Probes
  answers: Map<string, PageAnswer>
  kept: KeptReadings
  rules: string
  now: Date
}

/** Whether the address may answer otherwise a moment later. */
export function mayRecover(visit: Visit): boolean {
  if (visit.kind === 'status') return visit.status === 429 || visit.status === 503
  return visit.kind === 'unanswered' && visit.reason === 'timeout'
}

/** Whether there may be a page whose links are unknown. */
export function isUnread(visit: Visit): boolean {
  if (visit.kind === 'forbidden') return visit.failure === 'robots_unreachable'
  if (visit.kind === 'unanswered') return unreadReasons.has(visit.reason)
  return (visit.kind === 'unreadable' && visit.status === 200) || mayRecover(visit)
}

const unreadReasons: ReadonlySet<FailureReason> = new Set(['timeout', 'refused', 'dns', 'tls', 'too_large'])

/**
 * Requests an address and, if it is a page, reads it; one that has not changed since the run before keeps its reading.
 * Throws the reason of an aborted request.
 */
export async function visitPage(url: string, tools: VisitTools): Promise<Visit> {
  const received = tools.answers.get(url)
  tools.answers.delete(url)
  const last = received === undefined && !isFileName(url) ? await tools.kept.find(url) : null
  const condition = last === null ? {} : conditionOf(last.source)
  const answer = received ?? (await requestPage(url, tools, condition))
  if (last !== null && answer.kind === 'received' && answer.response.status === notModified) {
    const { response, robots } = answer
    const kept = await tools.kept.keep({ url, last, response, robots, probes: tools.probes })
    return kept ?? readAnswer(url, await requestPage(url, tools), tools)
  }
  return readAnswer(url, answer, tools)
}

async function readAnswer(url: string, answer: PageAnswer, tools: VisitTools): Promise<Visit> {
  return answer.kind === 'received' ? await readPage(url, answer, tools) : answer
}

const notModified = 304

/**
 * Requests an address if its robots.txt allows it; with a condition, 304 is received as a page is. Throws the reason of
 * an aborted request.
 */
export async function requestPage(
  url: string,
  { requests, limits }: RequestTools,
  condition: Record<string, string> = {},
): Promise<PageAnswer> {
  const robots = await robotsOrFailure(requests, new URL(url).origin)
  if (typeof robots === 'string') return { kind: 'forbidden', failure: robots }
  if (robots.isUnknown) return { kind: 'forbidden', failure: 'robots_unreachable' }
  if (!robots.allows(url)) return { kind: 'forbidden', failure: 'robots' }
  try {
    const response = await requests.page(url, limits.pageMegabytes * 1_000_000, condition)
    const isConditional = Object.keys(condition).length > 0
    if (isConditional && response.status === notModified) return { kind: 'received', response, robots: robots.answer }
    return answerOf(url, response, robots)
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    return { kind: 'unanswered', reason: error.reason }
  }
}

function answerOf(url: string, response: SafeResponse, robots: OriginRobots): PageAnswer {
  const { status } = response
  try {
    const target = redirectOf(response)
    if (target !== null) return { kind: 'redirect', status, target }
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    return { kind: 'unreadable', status, reason: error.reason }
  }
  if (status !== 200 || !isPage(url, response)) return { kind: 'status', status }
  return { kind: 'received', response, robots: robots.answer }
}

/** Where the host cannot be reached, that is what can be said of its pages as well. */
const deadHost: ReadonlySet<FailureReason> = new Set(['dns', 'refused', 'tls'])

async function robotsOrFailure(requests: SiteRequests, origin: string) {
  try {
    return await requests.robots(origin)
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    return deadHost.has(error.reason) ? error.reason : 'robots_unreachable'
  }
}

async function readPage(url: string, { response, robots }: ReceivedPage, tools: VisitTools): Promise<Visit> {
  const { reader, siteUrl, probes, limits, rules, now } = tools
  const exchange = { ...exchangeOf(response, url), robots, probes }
  try {
    const { links, languageVersions } = limits
    const received = { exchange, body: response.body, siteUrl, limits: { links, languageVersions }, now }
    const { headers } = response
    // Reading it moves the body.
    const htmlBytes = response.body.length
    const reading = await reader.page(received)
    const source = sourceOf({ headers, htmlBytes }, reading, { rules, now })
    return { kind: 'page', status: response.status, reading, ...(source !== null && { source }) }
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    return { kind: 'unreadable', status: response.status, reason: error.reason }
  }
}

function isPage(url: string, response: SafeResponse): boolean {
  const contentType = contentTypeOf(response)
  return !isFileName(url) && (contentType === null || isHtmlType(contentType))
}
