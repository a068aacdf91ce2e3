import { type HostPace, slowDownAfter } from '@pagebell/crawl/host-pace'
import { crawlDelayOf, judgeRobots, maxRobotsBytes, parseRobots, type RobotsFile } from '@pagebell/html/robots-rules'
import { type FailureReason, FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { isRedirect, redirectTarget } from '@pagebell/safe-fetch/redirect-target'
import type { FetchRequest, FetchSafely, SafeResponse } from '@pagebell/safe-fetch/safe-fetcher'
import type { RobotsAnswer } from '../fetching/exchange.ts'
import type { CrawlBudget } from './crawl-budget.ts'

/** The product name in the User-Agent, by which robots.txt may name us. */
export const crawlerName = 'PagebellBot'

/** `isUnknown`: its server fails to say what it forbids, and everything is taken for forbidden. */
export type OriginRobots = { answer: RobotsAnswer; file: RobotsFile; isUnknown: boolean; allows(url: string): boolean }
export type SiteRequests = {
  /** A page or file of the site, in its turn; a redirect is not followed. `condition`: headers that ask for a change. */
  page(url: string, maxBytes: number, condition?: Record<string, string>): Promise<SafeResponse>
  /** Another file of the site, in its turn, with redirects. */
  file(url: string, request?: FetchRequest): Promise<SafeResponse>
  /** The robots.txt of an origin, requested once, and once more after a failure or 5xx. Its delay holds from then on. */
  robots(origin: string): Promise<OriginRobots>
}

const pageRequest = {
  headers: { accept: 'text/html,application/xhtml+xml' },
  deadlineMs: 15_000,
  redirects: 0,
  acceptAnyCertificate: true,
}
/** Failures that say nothing of a page, but of its host. */
const hostFailures: ReadonlySet<FailureReason> = new Set(['timeout', 'refused', 'dns', 'tls'])
/** Files that are no pages: whether they exist is enough. */
const fileName =
  /\.(?:7z|avi|avif|bz2|csv|docx?|dmg|epub|exe|gif|gz|ico|iso|jpe?g|json|m4a|mov|mp3|mp4|mpe?g|og[agv]|pdf|png|pptx?|rar|svg|tar|tgz|tiff?|wav|webm|webp|woff2?|xlsx?|xml|zip)$/i

/** Whether an address names a file that is no page, by its ending; its body is not read. */
export function isFileName(url: string): boolean {
  return fileName.test(new URL(url).pathname)
}

type RequestBudget = Pick<CrawlBudget, 'signal' | 'addBytes' | 'countAnswer' | 'countNoAnswer'>

/**
 * Requests to one site at its pace, counted by the budget of the crawl. Every request throws a FetchFailure, or the
 * reason of the budget's signal.
 */
export function siteRequests(fetchSafely: FetchSafely, pace: HostPace, budget: RequestBudget): SiteRequests {
  const byOrigin = new Map<string, Promise<OriginRobots>>()
  const inTurn: FetchSafely = async (url, request = {}) => {
    const { signal } = budget
    const either = request.signal === undefined ? signal : AbortSignal.any([signal, request.signal])
    try {
      const response = await pace.request(() => fetchSafely(url, { ...request, signal: either }))
      budget.addBytes(response.body.length)
      return response
    } catch (error) {
      // It was read up to there.
      if (error instanceof FetchFailure && error.reason === 'too_large') budget.addBytes(request.maxBytes ?? 0)
      throw error
    }
  }

  const page: SiteRequests['page'] = async (url, maxBytes, condition = {}) => {
    try {
      const response = await pageOrStatus(url, maxBytes, condition)
      budget.countAnswer()
      slowDownAfter(pace, response)
      return response
    } catch (error) {
      if (error instanceof FetchFailure) {
        if (hostFailures.has(error.reason)) budget.countNoAnswer()
        else budget.countAnswer()
      }
      throw error
    }
  }

  async function pageOrStatus(url: string, maxBytes: number, condition: Record<string, string>): Promise<SafeResponse> {
    const headers = { ...pageRequest.headers, ...condition }
    if (!isFileName(url)) return await inTurn(url, { ...pageRequest, headers, maxBytes })
    const head = await inTurn(url, { ...pageRequest, method: 'HEAD' })
    // Some servers refuse HEAD.
    return head.status < 400 ? head : await inTurn(url, { ...pageRequest, maxBytes: 0 })
  }

  async function requestRobots(origin: string): Promise<OriginRobots> {
    const first = await robotsAnswer(`${origin}/robots.txt`).catch((error: unknown) => {
      if (!(error instanceof FetchFailure)) throw error
      return null
    })
    const answer = first === null || isServerError(first) ? await robotsAnswer(`${origin}/robots.txt`) : first
    const isFound = answer.status !== null && answer.status < 300
    const file = parseRobots(isFound ? (answer.body ?? '') : '')
    const delay = crawlDelayOf(file, crawlerName)
    if (delay !== undefined) pace.slowDown(delay)
    // RFC 9309 section 2.3.1.4: a server that fails to say what it forbids forbids everything.
    const isUnknown = isServerError(answer)
    return { answer, file, isUnknown, allows: (url) => !isUnknown && judgeRobots(file, crawlerName, url).allowed }
  }

  async function robotsAnswer(url: string): Promise<RobotsAnswer> {
    try {
      const request = {
        deadlineMs: 15_000,
        maxBytes: maxRobotsBytes,
        beyond: 'leave',
        acceptAnyCertificate: true,
      } as const
      const response = await inTurn(url, request)
      slowDownAfter(pace, response)
      return { status: response.status, body: response.body.toString('utf8') }
    } catch (error) {
      // RFC 9309 section 2.3.1.2: after too many redirects, the file may be taken for unavailable.
      if (error instanceof FetchFailure && error.reason === 'too_many_redirects') return { status: 404, body: null }
      throw error
    }
  }

  return {
    page,
    file: inTurn,
    robots(origin) {
      const known = byOrigin.get(origin) ?? requestRobots(origin)
      byOrigin.set(origin, known)
      return known
    },
  }
}

function isServerError({ status }: RobotsAnswer): boolean {
  return status !== null && status >= 500
}

/** Where a response redirects to; null for other responses. Throws a FetchFailure for an address that has no form. */
export function redirectOf(response: SafeResponse): string | null {
  return isRedirect(response.status) ? (redirectTarget(response) ?? null) : null
}
