import type { HostLimits } from '@pagebell/crawl/host-pace'
import type { SiteIssue, SitePage } from '@pagebell/protos/report/v1/site_reports'
import type { SiteResult } from '@pagebell/protos/report/v1/site_runs'
import type { Suppression } from '@pagebell/scoring/suppressions'
import type { CrawlSelection } from '../sites/crawl-site.ts'
import type { CrawlProgress } from '../sites/request-all.ts'

/** What a crawl may reach, and how it introduces itself: settings of the service. */
export type CrawlReach = { userAgent: string; allow: string[]; dnsServers: string[] }
export type CrawlJob = {
  url: string
  maxPages: number
  /** What earlier attempts have taken of the time of the crawl. */
  spentMinutes: number
  selection: CrawlSelection
  reach: CrawlReach
  /** Whether there is an earlier crawl whose readings may be kept. */
  hasKept: boolean
  /** That of other crawls if absent. */
  hostLimits?: HostLimits
}

/** `failed`: addresses without a page. */
export type RunProgress = CrawlProgress & { failed: number }
export type CrawlResult = SiteResult & { issues: SiteIssue[] }

/** A visit as it is stored; `address` stands for its address, if a later crawl may keep what was read there. */
export type EncodedVisit = { body: Uint8Array; address?: Uint8Array }

/**
 * What the process of a crawl asks its parent, one at a time; it gets one answer each. Visits are opaque to the parent:
 * nothing that a site has sent is read there.
 */
export type CrawlAnswers = {
  job: { ask: { kind: 'job' }; answer: CrawlJob }
  /** The next portion of what earlier attempts have visited; none after the last. */
  stored: { ask: { kind: 'stored' }; answer: Uint8Array[] }
  /** What the crawl before has read of an address; null if that is not stored. */
  kept: { ask: { kind: 'kept'; address: Uint8Array }; answer: Uint8Array | null }
  /** Visits of this attempt; the heartbeat of the crawl, also without any. It ends early when its turn is over. */
  visits: { ask: { kind: 'visits'; visits: EncodedVisit[]; progress: RunProgress }; answer: { isTurnOver: boolean } }
  /** All visits have been sent, and the crawl goes on in another attempt. */
  release: { ask: { kind: 'release' }; answer: null }
  /** What the project ignores; asked once, before the crawl is judged. */
  suppressions: { ask: { kind: 'suppressions' }; answer: Suppression[] }
  /** Pages of the result, numbered from `first`. */
  pages: { ask: { kind: 'pages'; first: number; pages: SitePage[] }; answer: null }
  result: { ask: { kind: 'result'; result: CrawlResult }; answer: null }
  failure: { ask: { kind: 'failure'; code: string; message: string }; answer: null }
}
export type CrawlQuestion = CrawlAnswers[keyof CrawlAnswers]['ask']
export type CrawlAnswer = CrawlAnswers[keyof CrawlAnswers]['answer']

/** Asks the parent; never rejects, since the parent ends a crawl that it cannot answer. */
export type AskParent = <Kind extends keyof CrawlAnswers>(
  question: CrawlAnswers[Kind]['ask'] & { kind: Kind },
) => Promise<CrawlAnswers[Kind]['answer']>
