import { type CrawlLimits, hidesPages, type ReachedLimit } from '@pagebell/crawl/crawl-limits'
import type { Frontier, QueuedAddress } from '@pagebell/crawl/frontier'
import type { SitePage } from '@pagebell/site-checks/site'
import { destinationOf } from '@pagebell/site-checks/site-graph'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { collectFindings, type PageFindings } from './page-findings.ts'
import type { SitePageReading } from './read-site-page.ts'
import { isUnread, type Visit } from './visit-page.ts'

/** What a crawl has found by visiting pages. */
export type RecordedPages = {
  /** The start page, after the redirects that were followed. */
  start: string
  pages: ReadonlyMap<string, SitePage>
  /** What the checks of each page that was read have found. */
  findings: ReadonlyMap<string, PageFindings>
  /** Checks that threw, with the page. */
  thrown: { check: string; url: string }[]
  reached: ReachedLimit[]
  /** Whether all pages could be read, and no limit may have hidden others. */
  isComplete: boolean
}

export type CrawlRecord = {
  /** Records a visit in place of an earlier one, and adds the addresses that it found to the frontier. */
  add(address: QueuedAddress, visit: Visit): void
  readonly pages: ReadonlyMap<string, SitePage>
  result(): RecordedPages
}

/** Keeps of each visit what the report of a site needs. `start` is the first address, as it is requested. */
export function createCrawlRecord(
  frontier: Frontier,
  start: string,
  limits: Pick<CrawlLimits, 'siteLinks'>,
): CrawlRecord {
  const pages = new Map<string, SitePage>()
  const findings = collectFindings()
  const thrown: RecordedPages['thrown'] = []
  const unread = new Set<string>()
  let siteLinks = 0

  function pageOf(address: QueuedAddress, visit: Visit): SitePage {
    const page = emptyPage(address.url)
    switch (visit.kind) {
      case 'forbidden':
        return { ...page, failure: visit.failure }
      case 'unanswered':
        if (visit.reason === 'too_large') frontier.countLeftOut('pageMegabytes', address.url)
        return { ...page, failure: visit.reason }
      case 'redirect':
        return { ...page, status: visit.status, redirectsTo: addTarget(address, visit.target) }
      case 'status':
        return { ...page, status: visit.status }
      case 'unreadable':
        return { ...page, status: visit.status, failure: visit.reason }
      case 'page': {
        const { facts, rating } = visit.reading
        const links = addReading(address, visit.reading)
        return { ...page, status: visit.status, facts, score: rating.score, links }
      }
    }
  }

  /** The address to which it redirects, as it is requested if it is. */
  function addTarget({ url, clicks, hops }: QueuedAddress, target: string): string {
    const known = frontier.add(target, { source: 'redirect', clicks, hops: hops + 1, from: url })
    if (known !== null) return known
    const normalised = normaliseUrl(target)
    return normalised.ok ? normalised.url : target
  }

  /** The addresses of its links that are requested. */
  function addReading({ url, clicks }: QueuedAddress, reading: SitePageReading): string[] {
    findings.add(url, reading)
    for (const check of reading.thrown) thrown.push({ check, url })
    const kept = reading.links.slice(0, limits.siteLinks - siteLinks)
    if (kept.length < reading.links.length) frontier.countLeftOut('siteLinks', url)
    siteLinks += kept.length
    const links = kept.flatMap((link) => {
      return frontier.add(link, { source: 'link', clicks: clicks + 1, hops: 0 }) ?? []
    })
    for (const reference of reading.references) frontier.add(reference, { source: 'reference', clicks, hops: 0 })
    for (const limit of reading.reached) frontier.countLeftOut(limit, url)
    return links
  }

  return {
    pages,
    add(address, visit) {
      pages.set(address.url, pageOf(address, visit))
      if (isUnread(visit)) unread.add(address.url)
      else unread.delete(address.url)
    },
    result() {
      const { reached } = frontier
      return {
        start: destinationOf(pages, start).end?.url ?? start,
        pages,
        findings: findings.byPage,
        thrown,
        reached,
        isComplete: unread.size === 0 && !reached.some(({ limit }) => hidesPages[limit]),
      }
    },
  }
}

function emptyPage(url: string): SitePage {
  return { url, status: null, failure: null, redirectsTo: null, facts: null, score: null, links: [] }
}
