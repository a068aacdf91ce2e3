import { maxUrlLength, normaliseUrl } from '@pagebell/urls/normalise-url'
import { addressTraps, withoutSessionId } from './address-traps.ts'
import { type CrawlLimits, type LimitName, limitDetail, maxCounted, type ReachedLimit } from './crawl-limits.ts'
import type { SiteScope } from './site-scope.ts'

/**
 * How an address was found. A `reference` is a canonical link or a language version. What a sitemap lists is meant to
 * be a page, so the rules of traps do not apply to it.
 */
export type Source = 'start' | 'link' | 'reference' | 'redirect' | 'sitemap'
/**
 * `clicks`: links from the start page, 0 where that is not known. `hops`: redirects that led to it. `from`: the address
 * that redirects, as it was requested.
 */
export type Found = { source: Source; clicks: number; hops: number; from?: string }
export type QueuedAddress = { url: string; clicks: number; hops: number }

export type Frontier = {
  /**
   * Adds an address. Returns it as it is requested, the same string each time, or null if it is of another site or left
   * out by a limit.
   */
  add(address: string, found: Found): string | null
  /** The next address, of links and sitemap alternately, so that neither starves the other. */
  next(): QueuedAddress | undefined
  /** An address, as it was requested, that an earlier attempt has visited: `next` does not return it. */
  addVisited(url: string): void
  /** Counts an address that a limit left out after it was added, once. */
  countLeftOut(limit: LimitName, address: string): void
  readonly waiting: number
  readonly reached: ReachedLimit[]
}

type KnownAddress = { url: string; isQueued: boolean }

/** Whether an address that was found so is to be requested. Redirects are followed, and the start page is requested. */
export type IsWanted = (url: URL, source: Exclude<Source, 'start' | 'redirect'>) => boolean

/** The addresses of one crawl, each once. Pure: the caller requests what `next` returns, and adds what it finds. */
export function createFrontier(scope: SiteScope, limits: CrawlLimits, isWanted: IsWanted = () => true): Frontier {
  const traps = addressTraps(limits)
  const known = new Map<string, KnownAddress>()
  const leftOut = new Map<LimitName, Set<string>>()
  const linked = fifo<QueuedAddress>()
  const listed = fifo<QueuedAddress>()
  /** Visited addresses that are in a queue. */
  const skipped = new Set<string>()
  let isSitemapNext = false

  function countLeftOut(limit: LimitName, address: string): void {
    const addresses = leftOut.get(limit) ?? new Set()
    leftOut.set(limit, addresses)
    if (addresses.size < maxCounted) addresses.add(address)
  }

  function reached(): ReachedLimit[] {
    return [...leftOut].map(([limit, addresses]) => {
      const [example = null] = addresses
      return { limit, detail: limitDetail(limit, limits), addresses: addresses.size, example }
    })
  }

  function exceededLimit(url: URL, { source, clicks, hops }: Found): LimitName | null {
    if (known.size >= limits.addresses) return 'addresses'
    if (hops > limits.redirects) return 'redirects'
    if (source === 'sitemap' || source === 'start') return null
    if (clicks > limits.clicks) return 'clicks'
    return traps.judge(url)
  }

  return {
    add(address, found) {
      const normalised = normaliseUrl(address)
      if (!normalised.ok) {
        if (isTooLong(address, scope)) countLeftOut('addressLength', address)
        return null
      }
      let url = new URL(normalised.url)
      if (!scope.contains(url)) return null
      const plain = withoutSessionId(url)
      // A server that gives a session id to each visitor redirects from the address without one.
      if (plain !== null && plain.href !== found.from) {
        countLeftOut('sessionIds', url.href)
        url = plain
      }
      const { href } = url
      const before = known.get(href)
      if (before?.isQueued) return before.url
      // A sitemap may list what was taken for a trap.
      if (before !== undefined && found.source !== 'sitemap') return null
      if (found.source !== 'start' && found.source !== 'redirect' && !isWanted(url, found.source)) return null
      const limit = exceededLimit(url, found)
      if (limit !== null) {
        countLeftOut(limit, href)
        if (isTrap(limit)) known.set(href, { url: href, isQueued: false })
        return null
      }
      known.set(href, { url: href, isQueued: true })
      const queue = found.source === 'sitemap' ? listed : linked
      queue.push({ url: href, clicks: found.clicks, hops: found.hops })
      return href
    },
    addVisited(url) {
      if (known.get(url)?.isQueued) skipped.add(url)
      else known.set(url, { url, isQueued: true })
    },
    next() {
      for (;;) {
        const [first, second] = isSitemapNext ? [listed, linked] : [linked, listed]
        isSitemapNext = !isSitemapNext
        const address = first.shift() ?? second.shift()
        if (address === undefined || !skipped.delete(address.url)) return address
      }
    },
    countLeftOut,
    get waiting() {
      return linked.size + listed.size - skipped.size
    },
    get reached() {
      return reached()
    },
  }
}

function isTooLong(address: string, scope: SiteScope): boolean {
  const url = URL.parse(address)
  return url !== null && Math.max(address.length, url.href.length) > maxUrlLength && scope.contains(url)
}

/** The same address may come again by a shorter way, except for what its form says. */
function isTrap(limit: LimitName): boolean {
  return limit === 'pathDepth' || limit === 'repeatingPath' || limit === 'calendar' || limit === 'queryVariants'
}

/** Taking the first item of an array copies the rest. */
function fifo<Item>() {
  let items: Item[] = []
  let first = 0
  return {
    push: (item: Item) => void items.push(item),
    shift(): Item | undefined {
      const item = items[first]
      if (item === undefined) return undefined
      first += 1
      if (first > 1_000 && first * 2 > items.length) {
        items = items.slice(first)
        first = 0
      }
      return item
    },
    get size() {
      return items.length - first
    },
  }
}
