import { type ListingFile, type ListingLimits, readListing } from '@pagebell/sitemaps/read-listing'
import type { Answer, startTask } from '@pagebell/worker-pool/worker-task'
import type { Exchange } from '../fetching/exchange.ts'
import { loadChecks } from '../rating/load-checks.ts'
import { ratingBasis } from './rating-basis.ts'
import { type ReceivedSitePage, readSitePage } from './read-site-page.ts'

export type SiteTask =
  | typeof startTask
  | { kind: 'page'; page: ReceivedSitePage }
  | { kind: 'basis'; exchange: Exchange; now: Date }
  | { kind: 'listing'; file: ListingFile; limits: ListingLimits }

const checks = await loadChecks()

/** Runs in a separate thread with a memory limit, apart from that of single pages: a site brings sitemaps of 50 MB. */
export default function work(task: SiteTask): Answer {
  try {
    if (task.kind === 'page') return { result: readSitePage(checks, task.page) }
    if (task.kind === 'basis') return { result: ratingBasis(checks, task.exchange, task.now) }
    return { result: task.kind === 'listing' ? readListing(task.file, task.limits) : undefined }
  } catch (error) {
    return { threw: String(error) }
  }
}
