import { withoutWww } from '@pagebell/urls/without-www'

/** What a site check needs of a page that answered 200 with HTML; some 500 bytes. Addresses are normalised. */
export type PageFacts = {
  title: string
  description: string
  /** The canonical address if the page declares one, and not several that differ. */
  canonical: string | null
  isNoindex: boolean
  /** Of the main text: a hash, and a simhash of 16 hex digits. */
  mainHash: string
  simhash: string
  words: number
  /** Language versions: code and address. */
  versions: readonly { code: string; url: string }[]
  /** Types of its structured data. */
  types: readonly string[]
}

/** An address of the site that was requested, or that robots.txt forbids. */
export type SitePage = {
  url: string
  /** null without a response. */
  status: number | null
  /**
   * Why there was no response, or why it could not be read: a reason of the HTTP client; `robots` where robots.txt
   * forbids the address, `robots_unreachable` where robots.txt had no response or answered 5xx, so that it was not
   * requested either.
   */
  failure: string | null
  /** The address that a redirect leads to, of this site or another. */
  redirectsTo: string | null
  facts: PageFacts | null
  /** The score of the page, if it was rated. */
  score: number | null
  /** Addresses of the site that it links to, each once, without itself. */
  links: readonly string[]
}

export type SitemapEntry = { url: string; lastmod: string | null }

/** What the sitemaps list, each address once, those of other sites included. `isComplete`: all of it was read. */
export type SiteSitemap = { entries: readonly SitemapEntry[]; isComplete: boolean }

/** What a crawl found. Pages are by address; a page that is not in `pages` was not requested. */
export type CrawledSite = {
  /** The first page, after redirects. */
  start: string
  pages: ReadonlyMap<string, SitePage>
  /** null without a sitemap that could be read. */
  sitemap: SiteSitemap | null
  /** Whether all pages are known and were read: otherwise what is missing proves nothing. */
  isComplete: boolean
  now: Date
}

/** Answered 200 with HTML, may be indexed, and is not a copy of another page by its own account. */
export function isIndexable({ url, status, facts }: SitePage): boolean {
  return status === 200 && facts !== null && !facts.isNoindex && (facts.canonical === null || facts.canonical === url)
}

/** A broken page: an error, except those by which a page may be refused to us alone. */
export function isBroken({ status, failure }: SitePage): boolean {
  if (status === null) return failure === 'dns' || failure === 'refused' || failure === 'tls'
  return status >= 400 && ![401, 403, 407, 408, 425, 429].includes(status)
}

/** Why an address should not be named as the one to index; null if nothing speaks against it, as far as is known. */
export function indexingObstacle(page: SitePage): string | null {
  const { url, status, failure, redirectsTo, facts } = page
  if (failure === 'robots') return 'robots.txt forbids it'
  if (redirectsTo !== null) return 'it redirects'
  if (status === null) return isBroken(page) ? `no response (${failure})` : null
  if (status !== 200) return refusedToCrawlers.has(status) ? null : `it answers ${status}`
  if (facts === null) return null
  if (facts.isNoindex) return 'it has noindex'
  return facts.canonical === null || facts.canonical === url ? null : 'its canonical link names another page'
}

/** For criteria. */
export const refusedStatuses = '403, 408, 425 and 429 aside, which may be refused to a crawler alone'
/** Statuses by which a page may be refused to this crawler, or at this moment, alone. */
const refusedToCrawlers: ReadonlySet<number> = new Set([403, 408, 425, 429])

/** The host of an address without `www.`: addresses with one of these are of one site. */
export function siteHost(url: string): string {
  return withoutWww(new URL(url).host)
}
