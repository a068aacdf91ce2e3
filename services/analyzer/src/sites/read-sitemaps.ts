import type { CrawlLimits } from '@pagebell/crawl/crawl-limits'
import type { Frontier } from '@pagebell/crawl/frontier'
import { siteScope } from '@pagebell/crawl/site-scope'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { SitemapEntry, SiteSitemap } from '@pagebell/site-checks/site'
import { isComplete, type Listing, maxSitemapBytes } from '@pagebell/sitemaps/listing'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { contentTypeOf } from '../fetching/fetch-page.ts'
import type { CrawlBudget } from './crawl-budget.ts'
import type { SiteReader } from './site-reader.ts'
import type { SiteRequests } from './site-requests.ts'

type SitemapTools = {
  requests: SiteRequests
  reader: SiteReader
  frontier: Frontier
  limits: CrawlLimits
  budget: Pick<CrawlBudget, 'end'>
}

/** A sitemap, and why it was not read, if so; `status` is null without a response, or if it was not requested. */
export type SitemapFile = { url: string; status: number | null; problem: string | null }
export type SiteSitemaps = { files: SitemapFile[]; sitemap: SiteSitemap | null }

const request = {
  deadlineMs: 60_000,
  maxBytes: maxSitemapBytes,
  acceptAnyCertificate: true,
  headers: { accept: 'application/xml,*/*;q=0.8' },
}

/**
 * Reads the sitemaps that robots.txt names or, where none of them answers 200, /sitemap.xml, and the files of an index
 * that are of this site; adds their pages to the frontier. `sitemap` is null if none could be read.
 */
export async function readSitemaps(
  start: URL,
  declared: readonly string[],
  tools: SitemapTools,
): Promise<SiteSitemaps> {
  const { frontier, limits, budget } = tools
  const { contains } = siteScope(start)
  const usual = new URL('/sitemap.xml', start).href
  const names = new Set(declared.length > 0 ? declared : [usual])
  const entries = new Map<string, SitemapEntry>()
  const files: SitemapFile[] = []
  let isWhole = true
  // A Set iterates over values that are added meanwhile.
  for (const url of names) {
    if (budget.end !== null) {
      isWhole = false
      break
    }
    if (files.length >= limits.sitemapFiles) {
      frontier.countLeftOut('sitemapFiles', url)
      isWhole = false
      continue
    }
    const { listing, ...file } = await readFile(url, tools)
    files.push(file)
    if (files.length === names.size && files.every(({ status }) => status !== 200)) names.add(usual)
    isWhole &&= listing === null ? isMissing(file) : isComplete(listing)
    if (listing === null || listing.kind === 'unreadable') continue
    if (listing.kind === 'index') for (const named of listing.files) addFile(named.url)
    else for (const { url: written, lastmod } of listing.pages) addEntry(written, lastmod)
  }
  const isRead = files.some(({ problem }) => problem === null)
  return { files, sitemap: isRead ? { entries: [...entries.values()], isComplete: isWhole } : null }

  function addFile(url: string): void {
    if (contains(new URL(url))) names.add(url)
    else if (files.length < limits.sitemapFiles) files.push({ url, status: null, problem: foreignFile })
    isWhole &&= names.has(url)
  }

  function addEntry(written: string, lastmod: string | null): void {
    const normalised = normaliseUrl(written)
    if (!normalised.ok) return
    if (entries.size >= limits.addresses) {
      frontier.countLeftOut('addresses', normalised.url)
      isWhole = false
      return
    }
    const known = frontier.add(normalised.url, { source: 'sitemap', clicks: 0, hops: 0 })
    const url = known ?? normalised.url
    if (!entries.has(url)) entries.set(url, { url, lastmod })
  }
}

const foreignFile = 'It is of another host than the site, and was not read.'

/** A file that does not exist lists nothing. */
function isMissing({ status }: SitemapFile): boolean {
  return status === 404 || status === 410
}

/** `problem` is null for a file that was read. */
async function readFile(
  url: string,
  { requests, reader, limits }: SitemapTools,
): Promise<SitemapFile & { listing: Listing | null }> {
  try {
    const robots = await requests.robots(new URL(url).origin)
    const { isUnknown, answer } = robots
    if (isUnknown) return { url, status: null, problem: `robots.txt answers ${answer.status}.`, listing: null }
    if (!robots.allows(url)) return { url, status: null, problem: 'robots.txt forbids it.', listing: null }
    const response = await requests.file(url, request)
    const { status, body: bytes, url: finalUrl } = response
    if (status !== 200) return { url, status, problem: `It answers ${status}.`, listing: null }
    const file = { url: finalUrl, contentType: contentTypeOf(response), bytes }
    const listing = await reader.listing(file, { maxPages: limits.addresses })
    return { url, status, problem: listing.kind === 'unreadable' ? listing.problem.detail : null, listing }
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    return { url, status: null, problem: error.message, listing: null }
  }
}
