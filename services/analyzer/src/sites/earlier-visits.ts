import type { Frontier, QueuedAddress } from '@pagebell/crawl/frontier'
import type { CrawlRecord } from './crawl-record.ts'
import { mayRecover, type Visit } from './visit-page.ts'

/** A visit, and the address as the crawl had queued it: what another attempt needs to go on from there. */
export type MadeVisit = { address: QueuedAddress; visit: Visit }

/** What an earlier attempt has done: addresses that it requested, and those that are to be visited once more. */
export type EarlierWork = { requested: number; failed: QueuedAddress[] }

/**
 * Adds the visits of an earlier attempt to the frontier and the record, in their order. An address that failed as
 * servers do for a moment is visited once more, as in a crawl without a break; one that was visited twice is not.
 */
export async function replayVisits(
  visits: AsyncIterable<MadeVisit> | Iterable<MadeVisit>,
  { frontier, record }: { frontier: Frontier; record: CrawlRecord },
): Promise<EarlierWork> {
  const seen = new Set<string>()
  const failed = new Map<string, QueuedAddress>()
  let requested = 0
  for await (const { address, visit } of visits) {
    const { url } = address
    frontier.addVisited(url)
    record.add(address, visit)
    if (seen.has(url)) {
      failed.delete(url)
      continue
    }
    seen.add(url)
    if (visit.kind !== 'forbidden') requested += 1
    if (mayRecover(visit)) failed.set(url, address)
  }
  return { requested, failed: [...failed.values()] }
}
