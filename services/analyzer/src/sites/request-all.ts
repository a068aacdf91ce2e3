import type { Frontier, QueuedAddress } from '@pagebell/crawl/frontier'
import type { CrawlBudget } from './crawl-budget.ts'
import type { EarlierWork } from './earlier-visits.ts'

/** Addresses that were requested, and those that are known and were not. */
export type CrawlProgress = { requested: number; waiting: number }

type RequestAllOptions = {
  /** Visits under way. */
  atOnce: number
  maxRequests: number
  /** What an earlier attempt has done counts. */
  earlier?: EarlierWork
  budget: Pick<CrawlBudget, 'signal' | 'end' | 'endBy'>
  onProgress(progress: CrawlProgress): void
}
/**
 * `isRequested` is false for an address that was not requested after all, and does not count as such. `mayRecover`: the
 * address is visited once more, after all others, and counts once.
 */
export type Visited = { isRequested: boolean; mayRecover: boolean }

/**
 * Visits the addresses of a frontier, to which a visit may add, until none is left or the budget ends. A visit that
 * throws ends the loop, unless the budget has aborted it.
 */
export async function requestAll(
  frontier: Pick<Frontier, 'next' | 'waiting'>,
  visit: (address: QueuedAddress) => Promise<Visited>,
  { atOnce, maxRequests, earlier, budget, onProgress }: RequestAllOptions,
): Promise<CrawlProgress> {
  const active = new Set<Promise<void>>()
  const failed: QueuedAddress[] = [...(earlier?.failed ?? [])]
  let requested = earlier?.requested ?? 0

  function takeNew(): Promise<void> | null {
    const address = requested < maxRequests ? frontier.next() : undefined
    if (address === undefined) return null
    requested += 1
    return visitUnlessAborted(address, ({ isRequested, mayRecover }) => {
      if (!isRequested) requested -= 1
      if (mayRecover) failed.push(address)
    })
  }

  function takeFailed(): Promise<void> | null {
    const address = failed.shift()
    return address === undefined ? null : visitUnlessAborted(address, () => undefined)
  }

  async function visitUnlessAborted(address: QueuedAddress, then: (visited: Visited) => void): Promise<void> {
    try {
      then(await visit(address))
    } catch (error) {
      if (!budget.signal.aborted) throw error
    }
  }

  for (;;) {
    while (active.size < atOnce && budget.end === null) {
      const visiting = (takeNew() ?? takeFailed())?.finally(() => active.delete(visiting as Promise<void>))
      if (visiting === undefined) break
      active.add(visiting)
    }
    const progress = { requested, waiting: frontier.waiting + failed.length }
    if (active.size === 0) {
      if (progress.waiting > 0) budget.endBy('pages')
      return progress
    }
    await Promise.race(active)
    onProgress({ requested, waiting: frontier.waiting + failed.length })
  }
}
