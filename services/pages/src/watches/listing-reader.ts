import type { PackedListing } from '@pagebell/sitemaps/read-listing'
import { startWorkerPool } from '@pagebell/worker-pool/worker-pool'
import { movable } from '@pagebell/worker-pool/worker-task'
import type { ReceivedFile, Task } from './listing.worker.ts'

export type ListingReader = AsyncDisposable & {
  /** Reads a sitemap or feed, whose blocks are moved. Throws a FetchFailure if it takes too much time or memory. */
  read(account: string, file: ReceivedFile): Promise<PackedListing>
}

/** A file of 50 MB takes longer than a page, so pages have another thread. */
const limits = { deadlineMs: 30_000, memoryMb: 96, youngMb: 4, idleMs: 2_000 }

/** Starts the thread that reads sitemaps and feeds, accounts in rotation. */
export function startListingReader(): ListingReader {
  const pool = startWorkerPool<Task>(new URL('./listing.worker.ts', import.meta.url), limits)
  return {
    async read(account, file) {
      return (await pool.run(account, { kind: 'listing', file }, file.blocks.flatMap(movable))) as PackedListing
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}
