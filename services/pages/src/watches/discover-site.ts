import { createHostPace, type HostLimits, type HostPace, slowDownAfter } from '@pagebell/crawl/host-pace'
import { createFairSlots, NoSlot } from '@pagebell/fair-queue/fair-slots'
import { fault } from '@pagebell/faults/fault'
import { invalidField } from '@pagebell/faults/invalid-field'
import type { Database } from '@pagebell/postgres/database'
import { readCharset } from '@pagebell/safe-fetch/charset'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { FetchSafely, SafeResponse } from '@pagebell/safe-fetch/safe-fetcher'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { belongsTo } from '@pagebell/urls/project-name'
import { releaseHost, renewHostLease } from '../checks/host-leases.sql.ts'
import { waitForHost } from '../checks/host-turn.ts'
import type { PageReader } from '../fetching/page-reader.ts'
import type { SiteContents } from '../fetching/read-site.ts'
import { isHtml } from '../fetching/site-facts.ts'
import type { ListingReader } from './listing-reader.ts'
import { requestFile } from './request-file.ts'

/** `url` is the first page; empty: that of the project by HTTPS. */
export type RequestedSite = { accountId: string; project: string; url: string }
export type FoundListing = {
  url: string
  kind: 'index' | 'sitemap' | 'text' | 'rss' | 'atom' | 'json_feed'
  found_in: 'robots' | 'first_page' | 'usual_place'
  /** Pages, or files of an index. */
  entries: number
}
export type FoundSite = {
  /** Of the first page, after redirects. */
  url: string
  /** Why there is no first page. */
  problem?: string
  has_robots: boolean
  system?: string
  source_kind?: string
  listings: FoundListing[]
}
export type DiscoverSite = (site: RequestedSite) => Promise<FoundSite>

type DiscoveryTools = {
  db: Database
  fetch: FetchSafely
  reader: PageReader
  listings: Pick<ListingReader, 'read'>
  pace: HostLimits
  leaseMs: number
}

const siteDeadlineMs = 8_000
const maxPageBytes = 4_000_000
const maxRobotsBytes = 512_000
const redirects = 5
/** Of those that are named, and of those in usual places: with robots.txt and the first page ten requests. */
const maxFiles = 8
/** Where generators and CMSs put them if nothing names them. */
const usualPlaces = [
  '/sitemap.xml',
  '/sitemap_index.xml',
  '/sitemap-index.xml',
  '/wp-sitemap.xml',
  '/feed.xml',
  '/rss.xml',
]
const discoveriesAtOnce = 4
/** No file is begun later: its finder waits for the answer. */
const searchMs = 20_000

/**
 * Looks for the sitemaps and feeds of a site, and for the system that serves it, in its host's turn; one discovery of
 * an account at a time.
 */
export function createDiscoverSite(tools: DiscoveryTools): DiscoverSite {
  const slots = createFairSlots({ slots: discoveriesAtOnce, slotsPerKey: 1, maxWaiting: 16, maxWaitingPerKey: 1 })
  return async (asked) => {
    const site = { ...asked, url: firstPageOf(asked) }
    try {
      return await slots.run(asked.accountId, () => inTurn(tools, site))
    } catch (error) {
      if (error instanceof NoSlot) throw busy('Another site is being looked at.')
      throw error
    }
  }
}

const busy = (text: string) => fault('rate_limited', text, { retryAfterSeconds: 5 })

function firstPageOf({ url, project }: RequestedSite): string {
  const normalised = normaliseUrl(url === '' ? `https://${project}/` : url)
  if (!normalised.ok) throw invalidField('url', `cannot be used: ${normalised.reason}`)
  if (!belongsTo(normalised.host, project)) throw invalidField('url', `must be on ${project} or a subdomain of it`)
  return normalised.url
}

async function inTurn(tools: DiscoveryTools, site: RequestedSite): Promise<FoundSite> {
  const { host } = new URL(site.url)
  const end = performance.now() + searchMs
  const lease = await waitForHost(tools, host, end)
  if (lease === undefined) throw busy('The site is being checked.')
  const pace = createHostPace({ ...tools.pace, connections: 1 })
  try {
    // After a 429 the next request may have to wait for longer than the search may take.
    const isTurn = async () =>
      performance.now() + pace.intervalMs < end &&
      (await renewHostLease(tools.db.acrossAccounts(), host, lease, tools.leaseMs))
    return await discover(tools, site, { pace, isTurn })
  } finally {
    await releaseHost(tools.db.acrossAccounts(), host, lease, pace.intervalMs)
  }
}

type Turn = { pace: HostPace; isTurn: () => Promise<boolean> }

async function discover(tools: DiscoveryTools, site: RequestedSite, turn: Turn): Promise<FoundSite> {
  const { accountId, project } = site
  const { pace } = turn
  const page = await request(tools, pace, site.url, maxPageBytes)
  const isPage = 'status' in page && page.status === 200 && belongsTo(new URL(page.url).hostname, project)
  const url = isPage ? page.url : site.url
  const robots = await request(tools, pace, new URL('/robots.txt', url).href, maxRobotsBytes)
  const robotsText = 'status' in robots && robots.status === 200 ? robots.body.toString('utf8') : undefined
  const contents = await readContents(tools, accountId, { robots: robotsText ?? '', page: isPage ? page : undefined })
  const listings = await readListings(tools, site, { ...turn, url, contents })
  return {
    url,
    ...(!isPage && { problem: problemOf(page, project) }),
    has_robots: robotsText !== undefined,
    ...(contents.system !== null && { system: contents.system.name }),
    ...(contents.system?.source != null && { source_kind: contents.system.source }),
    listings,
  }
}

/** The answer, or why there is none. */
async function request(
  { fetch }: DiscoveryTools,
  pace: HostPace,
  url: string,
  maxBytes: number,
): Promise<SafeResponse | { failure: string }> {
  try {
    const limits = { deadlineMs: siteDeadlineMs, maxBytes, beyond: 'leave', redirects } as const
    const response = await pace.request(() => fetch(url, limits))
    slowDownAfter(pace, response)
    return response
  } catch (error) {
    if (error instanceof FetchFailure) return { failure: error.message }
    throw error
  }
}

function problemOf(page: SafeResponse | { failure: string }, project: string): string {
  if ('failure' in page) return page.failure
  if (page.status !== 200) return `The server answers ${page.status}.`
  return `The server redirects to another site, ${new URL(page.url).hostname}, which is not ${project}.`
}

async function readContents(
  { reader }: DiscoveryTools,
  accountId: string,
  { robots, page }: { robots: string; page: SafeResponse | undefined },
): Promise<SiteContents> {
  const contentType = page?.headers.find(([name]) => name === 'content-type')?.[1] ?? null
  const charset = page !== undefined && isHtml(contentType) ? readCharset(page.body, contentType) : null
  const answer = page === undefined ? null : { url: page.url, headers: page.headers, body: page.body, charset }
  try {
    return await reader.readSite(accountId, { robots, answer })
  } catch (error) {
    // On a page that the thread cannot read, what is in the usual places still counts.
    if (error instanceof FetchFailure) return { sitemaps: [], feeds: [], system: null }
    throw error
  }
}

type Search = Turn & { url: string; contents: SiteContents }

/** The files that exist and can be read. A usual place is tried as long as no sitemap is found. */
async function readListings(tools: DiscoveryTools, site: RequestedSite, search: Search): Promise<FoundListing[]> {
  const { url, contents, pace, isTurn } = search
  const named = [
    ...contents.sitemaps.map((one) => ({ url: one, found_in: 'robots' as const })),
    ...contents.feeds.map((one) => ({ url: one, found_in: 'first_page' as const })),
    ...usualPlaces.map((path) => ({ url: new URL(path, url).href, found_in: 'usual_place' as const })),
  ]
  const found: FoundListing[] = []
  const asked = new Set<string>()
  for (const candidate of named) {
    const normalised = normaliseUrl(candidate.url)
    if (!normalised.ok || !belongsTo(normalised.host, site.project) || asked.has(normalised.url)) continue
    if (candidate.found_in === 'usual_place' && found.some(({ kind }) => !isFeed(kind))) break
    if (asked.size >= maxFiles || !(await isTurn())) break
    asked.add(normalised.url)
    const listing = await readListing(tools, site, normalised.url, pace)
    if (listing !== undefined) found.push({ url: normalised.url, found_in: candidate.found_in, ...listing })
  }
  return found
}

const isFeed = (kind: FoundListing['kind']): boolean => kind === 'rss' || kind === 'atom' || kind === 'json_feed'

async function readListing(tools: DiscoveryTools, { accountId, project }: RequestedSite, url: string, pace: HostPace) {
  const fetch: FetchSafely = (file, request) => tools.fetch(file, { ...request, deadlineMs: siteDeadlineMs })
  const { signal } = new AbortController()
  const asked = { accountId, project, url, known: undefined }
  const answer = await requestFile(asked, { fetch, reader: tools.listings, pace, signal })
  if (answer.kind !== 'read' || answer.listing.kind === 'unreadable') return undefined
  const { listing } = answer
  const entries = listing.kind === 'index' ? listing.files.count : listing.pages.count
  return entries === 0 ? undefined : { kind: listing.kind, entries }
}
