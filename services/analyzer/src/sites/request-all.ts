import type { Frontier, QueuedAddress } from '@pagebell/crawl/frontier'
import type { CrawlBudget } from './crawl-budget.ts'

/** Addresses that were requested, and those that are known and were not. */
export type CrawlProgress = { requested: number; waiting: number }

type RequestAllOptions = {
  /** Visits under way. */
  atOnce: number
  maxRequests: number
  budget: Pick<CrawlBudget, 'signal' | 'end' | 'endBy'>
  onProgress(progress: CrawlProgress): void
}
/** `isRequested` is false for an address that was not requested after all, and does not count as such. */
export type Visited = { isRequested: boolean }

/**
 * Visits the addresses of a frontier, to which a visit may add, until none is left or the budget ends. A visit that
 * throws ends the loop, unless the budget has aborted it.
 */
export async function requestAll(
  frontier: Pick<Frontier, 'next' | 'waiting'>,
  visit: (address: QueuedAddress) => Promise<Visited>,
  { atOnce, maxRequests, budget, onProgress }: RequestAllOptions,
): Promise<CrawlProgress> {
  const active = new Set<Promise<void>>()
  let requested = 0

  async function visitUnlessAborted(address: QueuedAddress): Promise<void> {
    try {
      const { isRequested } = await visit(address)
      if (!isRequested) requested -= 1
    } catch (error) {
      if (!budget.signal.aborted) throw error
    }
  }

  for (;;) {
    while (active.size < atOnce && budget.end === null && requested < maxRequests) {
      const next = frontier.next()
      if (next === undefined) break
      requested += 1
      const visiting = visitUnlessAborted(next).finally(() => active.delete(visiting))
      active.add(visiting)
    }
    const progress = { requested, waiting: frontier.waiting }
    if (active.size === 0) {
      if (progress.waiting > 0) budget.endBy('pages')
      return progress
    }
    await Promise.race(active)
    onProgress({ requested, waiting: frontier.waiting })
  }
}
