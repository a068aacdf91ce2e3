import type { CrawlLimits } from '@pagebell/crawl/crawl-limits'
import type { Frontier } from '@pagebell/crawl/frontier'
import { siteScope } from '@pagebell/crawl/site-scope'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { SitemapEntry } from '@pagebell/site-checks/site'
import type { Listing } from '@pagebell/sitemaps/listing'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import type { SiteReader } from './site-reader.ts'
import type { SiteRequests } from './site-requests.ts'

type SitemapTools = { requests: SiteRequests; reader: SiteReader; frontier: Frontier; limits: CrawlLimits }

/** A sitemap that was requested, and why it was not read, if so. */
export type SitemapFile = { url: string; status: number | null; problem: string | null }
export type SiteSitemaps = { files: SitemapFile[]; entries: SitemapEntry[] | null }

const maxBytes = 50_000_000
const request = {
  deadlineMs: 60_000,
  maxBytes,
  acceptAnyCertificate: true,
  headers: { accept: 'application/xml,*/*;q=0.8' },
}

/**
 * Reads the sitemaps that robots.txt names, or /sitemap.xml, and the files of an index; adds their pages to the frontier.
 * `entries` is null if none could be read.
 */
export async function readSitemaps(
  start: URL,
  declared: readonly string[],
  tools: SitemapTools,
): Promise<SiteSitemaps> {
  const { frontier, limits } = tools
  const { contains } = siteScope(start)
  const names = new Set(declared.length > 0 ? declared : [new URL('/sitemap.xml', start).href])
  const entries = new Map<string, SitemapEntry>()
  const files: SitemapFile[] = []
  // A Set iterates over values that are added meanwhile.
  for (const url of names) {
    if (files.length === limits.sitemapFiles) {
      frontier.countLeftOut('sitemapFiles', url)
      continue
    }
    const { listing, ...file } = await readFile(url, tools)
    files.push(file)
    if (listing === null || listing.kind === 'unreadable') continue
    if (listing.kind === 'index') {
      for (const named of listing.files) if (contains(new URL(named.url))) names.add(named.url)
      continue
    }
    for (const { url: written, lastmod } of listing.pages) addEntry(written, lastmod)
  }
  const isRead = files.some(({ problem }) => problem === null)
  return { files, entries: isRead ? [...entries.values()] : null }

  function addEntry(written: string, lastmod: string | null): void {
    const normalised = normaliseUrl(written)
    if (!normalised.ok) return
    if (entries.size >= limits.addresses) {
      frontier.countLeftOut('addresses', normalised.url)
      return
    }
    const known = frontier.add(normalised.url, { source: 'sitemap', clicks: 0, hops: 0 })
    const url = known ?? normalised.url
    if (!entries.has(url)) entries.set(url, { url, lastmod })
  }
}

/** `problem` is null for a file that was read. */
async function readFile(
  url: string,
  { requests, reader, limits }: SitemapTools,
): Promise<SitemapFile & { listing: Listing | null }> {
  try {
    const { status, headers, body: bytes, url: finalUrl } = await requests.file(url, request)
    if (status !== 200) return { url, status, problem: `It answers ${status}.`, listing: null }
    const contentType = headers.find(([name]) => name === 'content-type')?.[1] ?? null
    const listing = await reader.listing({ url: finalUrl, contentType, bytes }, { maxPages: limits.addresses })
    return { url, status, problem: listing.kind === 'unreadable' ? listing.problem.detail : null, listing }
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    return { url, status: null, problem: error.message, listing: null }
  }
}
