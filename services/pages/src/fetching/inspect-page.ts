import { type HostPace, secondsToWait, slowDownAfter } from '@pagebell/crawl/host-pace'
import { parseLinkHeaders } from '@pagebell/html/link-header'
import { readCharset } from '@pagebell/safe-fetch/charset'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { redirectTarget } from '@pagebell/safe-fetch/redirect-target'
import type { FetchSafely, SafeResponse } from '@pagebell/safe-fetch/safe-fetcher'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { fetches } from '../metrics.ts'
import type { PageReader } from './page-reader.ts'
import type { PageFacts, ReadRules, RobotsFacts } from './read-page.ts'
import { isHtml, isPreviewHost, type SiteReader } from './site-facts.ts'

/** The version of a page that is known already, with what the server calls it. */
export type KnownVersion = { etag: string | null; lastModified: string | null; seenAt: string; facts: PageFacts }

/** What the inspection of one address found. */
export type Inspection = {
  isStaging: boolean
  /** Crawlers to which robots.txt forbids the page. */
  forbidden: string[]
  answer: InspectedAnswer
}
export type InspectedAnswer =
  | { kind: 'read'; status: number; facts: PageFacts; etag: string | null; lastModified: string | null }
  | { kind: 'gone'; status: number }
  | { kind: 'redirect'; status: number; target: string }
  | { kind: 'challenged'; status: number }
  /** `retryAfterMs`: for how long the site asks not to be asked. */
  | { kind: 'unreachable'; status: number | null; reason: string; retryAfterMs?: number }
  | { kind: 'unreadable'; status: number | null; reason: string }
  /** Not asked: the verdict is known without it. */
  | { kind: 'not_asked' }

export type InspectionTools = { fetch: FetchSafely; reader: PageReader; sites: SiteReader }
type Visit = { account: string; url: string; known: KnownVersion | undefined; rules: ReadRules; pace: HostPace }

const deadlineMs = 8_000
const maxBytes = 4_000_000
/** A Last-Modified so close to the answer has no room for a second change (RFC 9110 section 8.8.2.2). */
const minAgeMs = 60_000
/** Failures that another try would not change, or that are no outage. */
const unreadableReasons = new Set(['too_large', 'not_html'])

/** Inspects a page as a crawler would: what its site allows, then the page. The target of a redirect is not read. */
export async function inspectPage(
  { account, url, known, rules, pace }: Visit,
  tools: InspectionTools,
): Promise<Inspection> {
  const { origin, hostname } = new URL(url)
  if (isPreviewHost(hostname)) return { isStaging: true, forbidden: [], answer: { kind: 'not_asked' } }
  const visit = { account, pace }
  const judgeSite = async (fresh: boolean) => {
    const { robots, isNoindex } = await tools.sites.facts(origin, { ...visit, fresh })
    const { forbidden, crawlDelay } = await readRobots(robots, account, url, tools)
    if (crawlDelay !== undefined) pace.slowDown(crawlDelay)
    return { isStaging: isNoindex, forbidden }
  }
  const remembered = await judgeSite(false)
  const isObstacle = remembered.isStaging || remembered.forbidden.length > 0
  const site = isObstacle ? await judgeSite(true) : remembered
  if (site.isStaging) return { ...site, answer: { kind: 'not_asked' } }
  const answer = await ask({ account, url, known, rules, pace }, tools)
  fetches.add(1, { 'pagebell.outcome': answer.kind })
  return { ...site, answer }
}

const noRobots: RobotsFacts = { forbidden: [], crawlDelay: undefined }

async function readRobots(
  robots: string,
  account: string,
  url: string,
  { reader }: InspectionTools,
): Promise<RobotsFacts> {
  if (robots === '') return noRobots
  try {
    return await reader.readRobots(account, robots, url)
  } catch (error) {
    // A file on which the thread ends is no reason not to send.
    if (error instanceof FetchFailure) return noRobots
    throw error
  }
}

async function ask(visit: Visit, { fetch, reader }: InspectionTools): Promise<InspectedAnswer> {
  const { account, known, rules } = visit
  let response: SafeResponse
  try {
    response = await request(visit, fetch)
    // Headers of 304 take the place of those of the known version (RFC 9111 section 3.2), which had none of these.
    if (response.status === 304 && isJudgedByHeaders(response))
      response = await request({ ...visit, known: undefined }, fetch)
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    const kind = unreadableReasons.has(error.reason) ? 'unreadable' : 'unreachable'
    return { kind, status: null, reason: error.reason }
  }
  const { status } = response
  if (status === 304 && known !== undefined && !isJudgedByHeaders(response)) {
    const { etag, lastModified, facts } = known
    return { kind: 'read', status: 200, facts, etag, lastModified }
  }
  if (status === 404 || status === 410) return { kind: 'gone', status }
  const target = targetOf(response)
  if (target !== undefined) return { kind: 'redirect', status, target }
  if (status === 429 || status >= 500) {
    const isChallenge = headerOf(response, 'cf-mitigated') === 'challenge'
    if (isChallenge) return { kind: 'challenged', status }
    return { kind: 'unreachable', status, reason: `http_${status}`, retryAfterMs: secondsToWait(response) * 1_000 }
  }
  if (status < 200 || status >= 300) return { kind: 'challenged', status }
  return read(account, response, rules, reader)
}

async function request({ url, known, rules, pace }: Visit, fetch: FetchSafely): Promise<SafeResponse> {
  const headers = {
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    ...validators(known),
    // The copy of a cache would be the same each time.
    ...(rules.withPaths === true && { 'cache-control': 'no-cache' }),
  }
  const response = await pace.request(() => fetch(url, { headers, deadlineMs, maxBytes, redirects: 0 }))
  slowDownAfter(pace, response)
  return response
}

async function read(
  account: string,
  response: SafeResponse,
  rules: ReadRules,
  reader: PageReader,
): Promise<InspectedAnswer> {
  const { url, status, headers, body } = response
  const contentType = headerOf(response, 'content-type')
  const charset = isHtml(contentType) ? readCharset(body, contentType) : null
  try {
    const { own, ignoreBlocks, withPaths = false } = rules
    const answer = { url, headers, body, charset }
    const { namesEnd, ...facts } = await reader.read(account, answer, { own, ignoreBlocks, withPaths })
    if (namesEnd || isJudgedByHeaders(response)) return { kind: 'read', status, facts, etag: null, lastModified: null }
    const [etag, lastModified] = [headerOf(response, 'etag'), headerOf(response, 'last-modified')]
    return { kind: 'read', status, facts, etag, lastModified }
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    return { kind: 'unreadable', status, reason: 'unreadable' }
  }
}

/**
 * Whether headers say what an engine makes of the page. They change with the configuration of a server, and an ETag
 * changes with the file: 304 does not say that they are the same.
 */
function isJudgedByHeaders({ headers }: SafeResponse): boolean {
  const links = headers.flatMap(([name, value]) => (name.toLowerCase() === 'link' ? [value] : []))
  return (
    headers.some(([name]) => name.toLowerCase() === 'x-robots-tag') ||
    parseLinkHeaders(links).some(({ rel }) => rel.includes('canonical'))
  )
}

/** The normalised target of a redirect; undefined for another answer, or one that leads to no address or to itself. */
function targetOf(response: SafeResponse): string | undefined {
  let target: string | undefined
  try {
    target = redirectTarget(response)
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
  }
  const normalised = target === undefined ? undefined : normaliseUrl(target)
  return normalised?.ok === true && normalised.url !== response.url ? normalised.url : undefined
}

function validators(known: KnownVersion | undefined): Record<string, string> {
  if (known === undefined) return {}
  if (known.etag !== null) return { 'if-none-match': known.etag }
  const modifiedAt = Date.parse(known.lastModified ?? '')
  const isStrong = Date.parse(known.seenAt) - modifiedAt >= minAgeMs
  return known.lastModified !== null && isStrong ? { 'if-modified-since': known.lastModified } : {}
}

function headerOf({ headers }: SafeResponse, name: string): string | null {
  return headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? null
}
