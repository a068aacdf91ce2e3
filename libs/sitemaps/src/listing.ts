/**
 * A page that a file lists. `url` is an absolute http or https URL, as written. `lastmod` is `YYYY-MM-DD` if the file
 * gives a day only, else an instant as `YYYY-MM-DDTHH:MM:SS.sssZ`; null if there is none that can be read.
 */
export type ListedPage = { url: string; lastmod: string | null }

/** The longest sitemap, unpacked, that https://www.sitemaps.org/protocol.html allows. */
export const maxSitemapBytes = 52_428_800

/** What is wrong with a file: `detail` is a sentence for the owner of the site. */
export type Problem = { code: ProblemCode; detail: string }

export type ProblemCode =
  // The file was not read.
  | 'empty'
  | 'html'
  | 'doctype'
  | 'unknown_format'
  // Entries may be missing.
  | 'no_pages'
  | 'truncated'
  | 'malformed'
  | 'too_large'
  | 'too_many'
  // Everything was read, as far as it says something.
  | 'encoding'
  | 'bad_address'
  | 'bad_date'
  | 'other_host'

/** Where a feed announces its changes (WebSub): the hub, and the address of the feed there. */
export type Hub = { hub: string; topic: string }

/** What an index lists: further sitemaps, which may be indexes themselves. */
export type IndexOf<List> = { kind: 'index'; files: List; problems: Problem[] }
export type PagesOf<List> = {
  kind: 'sitemap' | 'text' | 'rss' | 'atom' | 'json_feed'
  pages: List
  hub: Hub | null
  problems: Problem[]
}
export type Unreadable = { kind: 'unreadable'; problem: Problem }

/** What a file lists. */
export type Listing = IndexOf<ListedPage[]> | PagesOf<ListedPage[]> | Unreadable

const entriesMayBeMissing: ReadonlySet<ProblemCode> = new Set([
  'no_pages',
  'truncated',
  'malformed',
  'too_large',
  'too_many',
])

/**
 * Whether a page that is not in the listing is not in the file either. If not, nothing was removed for all one knows.
 */
export function isComplete(listing: IndexOf<unknown> | PagesOf<unknown> | Unreadable): boolean {
  return listing.kind !== 'unreadable' && !listing.problems.some(({ code }) => entriesMayBeMissing.has(code))
}
