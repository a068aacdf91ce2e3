import type { DiscoverSiteRequest, FoundSite__Output as FoundSite } from '@pagebell/protos/pages/v1/watches'
import { LRUCache } from 'lru-cache'
import type { Clients } from './clients.ts'

/** The account's project, and the first page of its site. */
export type RequestedSite = Required<DiscoverSiteRequest>

/** What a site has; `isFresh` searches it again although it was searched recently. Throws what pages throws. */
export type FindSite = (site: RequestedSite, options?: { isFresh: boolean }) => Promise<FoundSite>

/** Long enough to go from one step of a site's set-up to the next: each search costs the site up to ten requests. */
const ttlMs = 300_000
/** Of a site whose first page could not be read: a reload does not ask it again each time. */
const problemTtlMs = 30_000
const maxSites = 1_000
/** The gateway waits 40 s for a page of the panel. */
const deadlineMs = 35_000

/** Searches sites, and remembers for a few minutes what was found. Who asks at the same time shares a search. */
export function createSiteFinder(watches: Pick<Clients['watches'], 'discoverSite'>): FindSite {
  const cache = new LRUCache<string, FoundSite, RequestedSite>({
    max: maxSites,
    ttl: ttlMs,
    // The wall clock continues while a machine is suspended.
    perf: { now: () => Date.now() },
    async fetchMethod(_key, _old, { context, options }) {
      const found = await watches.discoverSite(context, { deadlineMs })
      if (found.problem !== undefined) options.ttl = problemTtlMs
      return found
    },
  })
  return (site, { isFresh } = { isFresh: false }) => {
    const key = JSON.stringify([site.account_id, site.project_id, site.url])
    return cache.forceFetch(key, { context: site, forceRefresh: isFresh })
  }
}
