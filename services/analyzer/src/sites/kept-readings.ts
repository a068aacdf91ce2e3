import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import type { SafeResponse } from '@pagebell/safe-fetch/safe-fetcher'
import type { Probes, RobotsAnswer } from '../fetching/exchange.ts'
import { exchangeOf } from '../fetching/fetch-page.ts'
import { ruleset } from '../rating/check.ts'
import { isSameVersion, type PageSource, updatedHeaders } from './page-source.ts'
import type { ReadingLimits, SitePageReading } from './read-site-page.ts'
import type { SiteReader } from './site-reader.ts'

/** A page as it was read, with what a later crawl needs to keep that; absent if it has to be read again. */
export type PageVisit = { kind: 'page'; status: number; reading: SitePageReading; source?: PageSource }
/** One that a crawl may ask for by its validator. */
export type KeptVisit = PageVisit & { source: PageSource }
/** What the run before has read of an address; null if that is not known. */
export type FindKept = (url: string) => Promise<PageVisit | null>

/** Changes whenever {@link SitePageReading} or {@link PageSource} does. */
const readingFormat = 2
/** Crawls in a row that keep a reading: a server that always answers 304 is found out by the next one. */
const maxKept = 6
/** A day more than two weeks, for schedules by the week. */
const maxAgeMs = 15 * 86_400_000
/** Answers in a row that were 304 and could not be used; each costs a second request. */
const maxRefused = 10

/** What a reading depends on that is the same for all pages of a crawl. */
export function readingRules(siteUrl: string, { links, languageVersions }: ReadingLimits): string {
  return [readingFormat, ruleset, new URL(siteUrl).host, links, languageVersions].join(' ')
}

/** Whether the next crawl may keep the reading of a visit. */
export function mayBeKept({ source }: { source?: PageSource }): boolean {
  return source !== undefined && source.kept < maxKept
}

/** Whether a crawl has kept the reading of a visit, in place of a transfer. */
export function isUnchanged({ source }: { source?: PageSource }): boolean {
  return source !== undefined && source.kept > 0
}

type KeptTools = { find: FindKept; reader: SiteReader; rules: string; now: Date }
type Unchanged = { url: string; last: KeptVisit; response: SafeResponse; robots: RobotsAnswer; probes: Probes }
export type KeptReadings = {
  /** What the run before has read, if that may be kept. */
  find(url: string): Promise<KeptVisit | null>
  /** Judges an answer 304: the reading with what the answer has updated; null if the page has to be read. */
  keep(unchanged: Unchanged): Promise<KeptVisit | null>
}

/** The readings of the run before that a crawl may keep for pages that have not changed, looked up one by one. */
export function keptReadings({ find, reader, rules, now }: KeptTools): KeptReadings {
  let refused = 0

  function isUsable(last: PageVisit | null): last is KeptVisit {
    if (last?.source === undefined || !mayBeKept(last)) return false
    const ageMs = now.getTime() - Date.parse(last.source.readAt)
    return last.source.rules === rules && ageMs >= 0 && ageMs < maxAgeMs
  }

  async function judge({ url, last, response, robots, probes }: Unchanged): Promise<KeptVisit | null> {
    const { source, reading, status } = last
    if (!isSameVersion(source, response.headers)) return null
    const headers = updatedHeaders(source.headers, response.headers)
    const { htmlBytes } = source
    const exchange = { ...exchangeOf(response, url), status, headers, htmlBytes, robots, probes }
    const basis = await reader.basis(exchange, now).catch((error: unknown) => {
      // It takes too long to read the robots.txt of the site: the page is judged by itself.
      if (error instanceof FetchFailure) return null
      throw error
    })
    if (basis !== source.basis) return null
    return { kind: 'page', status, reading, source: { ...source, headers, kept: source.kept + 1 } }
  }

  return {
    async find(url) {
      if (refused >= maxRefused) return null
      const last = await find(url)
      return isUsable(last) ? last : null
    },
    async keep(unchanged) {
      const kept = await judge(unchanged)
      refused = kept === null ? refused + 1 : 0
      return kept
    },
  }
}
