import type { Listing } from '@pagebell/sitemaps/listing'
import { movable, startWorkerPool } from '@pagebell/worker-pool/worker-pool'
import type { ReceivedFile, Task } from './listing.worker.ts'

export type ListingReader = AsyncDisposable & {
  /** Reads a sitemap or feed; moves its bytes. Throws a FetchFailure for one that takes too long or too much memory. */
  read(account: string, file: ReceivedFile): Promise<Listing>
}

/** A file of 50 MB takes longer than a page, so pages have another thread. */
const limits = { deadlineMs: 30_000, memoryMb: 128, idleMs: 60_000 }

/** Starts the thread that reads sitemaps and feeds, accounts in rotation. */
export function startListingReader(): ListingReader {
  const pool = startWorkerPool<Task>(new URL('./listing.worker.ts', import.meta.url), limits)
  return {
    async read(account, file) {
      return (await pool.run(account, { kind: 'listing', file }, movable(file.bytes))) as Listing
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}
