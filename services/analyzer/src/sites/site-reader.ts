import type { Listing } from '@pagebell/sitemaps/listing'
import type { ListingFile, ListingLimits } from '@pagebell/sitemaps/read-listing'
import { startWorkerPool } from '@pagebell/worker-pool/worker-pool'
import { movable } from '@pagebell/worker-pool/worker-task'
import type { Exchange } from '../fetching/exchange.ts'
import type { ReceivedSitePage, SitePageReading } from './read-site-page.ts'
import type { SiteTask } from './site.worker.ts'

export type SiteReader = AsyncDisposable & {
  /** Rates a page and reads its facts. Moves the body. Throws a FetchFailure for a page that cannot be read. */
  page(page: ReceivedSitePage): Promise<SitePageReading>
  /** What the rating of a page depends on besides its document, as a hash. */
  basis(exchange: Exchange, now: Date): Promise<string>
  /** Reads a sitemap. Moves its bytes. Throws a FetchFailure for one that takes too long or too much memory. */
  listing(file: ListingFile, limits: ListingLimits): Promise<Listing>
}

const limits = { deadlineMs: 30_000, memoryMb: 96, idleMs: 60_000 }

/** Starts the thread that reads the pages and sitemaps of a site. */
export function startSiteReader(): SiteReader {
  const pool = startWorkerPool<SiteTask>(new URL('./site.worker.ts', import.meta.url), limits)
  const run = (task: SiteTask, bytes: Uint8Array) => pool.run('', task, movable(bytes))
  return {
    page: async (page) => (await run({ kind: 'page', page }, page.body)) as SitePageReading,
    basis: async (exchange, now) => (await pool.run('', { kind: 'basis', exchange, now })) as string,
    listing: async (file, listing) => {
      return (await run({ kind: 'listing', file, limits: listing }, file.bytes)) as Listing
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}
