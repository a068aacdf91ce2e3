import type { DateVerdict } from '@pagebell/sitemaps/judge-dates'
import type { Listing } from '@pagebell/sitemaps/read-listing'

/** A page that a file has to list. `lastmod` undefined: any; null: none. */
export type ExpectedPage = { path: string; lastmod?: string | null }

/** A sitemap or feed that a site publishes, at `path`. The files of an index are read too. */
export type ExpectedListing = {
  path: string
  kind: Exclude<Listing['kind'], 'unreadable'>
  pages: readonly ExpectedPage[]
  /** What is to be said of its dates. */
  dates: DateVerdict['reason']
  /** The path that a feed gives as its address, if it names a hub. */
  topic?: string
}

/** A site that was built or is running: what `fetchFile` answers for a path is what a visitor would get. */
export type BuiltSite = Partial<AsyncDisposable> & {
  version: string
  listings: readonly ExpectedListing[]
  fetchFile(path: string): Promise<Uint8Array>
}

export type BuildTools = {
  /** An empty folder. */
  folder: string
  /** The origin of the site. */
  origin: string
  /** Where what npm installs is kept. */
  packages: string
}

export type SiteGenerator = {
  name: string
  /** Writes a site with `articles`, and builds it. Throws CannotRun where the generator cannot be installed. */
  build(tools: BuildTools): Promise<BuiltSite>
}
