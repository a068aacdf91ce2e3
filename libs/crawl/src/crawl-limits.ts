import { maxUrlLength } from '@pagebell/urls/normalise-url'

/** Limits of a crawl: those that end it, and those that leave out some addresses. */
export type CrawlLimits = {
  /** Addresses that are requested, redirects and error pages included. */
  pages: number
  minutes: number
  megabytes: number
  /** Requests in a row without any response. */
  unanswered: number
  /** Addresses that are remembered. */
  addresses: number
  /** Links from the start page. */
  clicks: number
  /** Redirects in a row. */
  redirects: number
  /** Segments of a path. */
  pathDepth: number
  /** Addresses of one path that differ in their query. */
  queryVariants: number
  /** Addresses with a date whose paths differ in digits alone. */
  calendar: number
  /** Of one response. */
  pageMegabytes: number
  sitemapFiles: number
  /** Distinct links of one page. */
  links: number
  /** Links of all pages, from each page to each target. */
  siteLinks: number
  /** Language versions of one page. */
  languageVersions: number
}
export type LimitName = keyof CrawlLimits | 'repeatingPath' | 'sessionIds' | 'addressLength'

/** Whether there may be pages that a crawl does not know, once it has reached the limit. */
export const hidesPages: Readonly<Record<LimitName, boolean>> = {
  pages: true,
  minutes: true,
  megabytes: true,
  unanswered: true,
  addresses: true,
  clicks: true,
  redirects: true,
  pathDepth: true,
  queryVariants: true,
  calendar: true,
  pageMegabytes: true,
  sitemapFiles: true,
  links: true,
  siteLinks: true,
  languageVersions: true,
  addressLength: true,
  repeatingPath: true,
  // The address without the session id is requested.
  sessionIds: false,
}

export const maxPages = 10_000
export const maxMinutes = 360

export const defaultLimits: CrawlLimits = {
  pages: 500,
  minutes: 60,
  megabytes: 2_000,
  unanswered: 10,
  addresses: 200_000,
  clicks: 30,
  redirects: 5,
  pathDepth: 16,
  queryVariants: 50,
  calendar: 60,
  pageMegabytes: 10,
  sitemapFiles: 50,
  links: 2_000,
  siteLinks: 2_000_000,
  languageVersions: 200,
}

/** Addresses that are counted for one limit. */
export const maxCounted = 10_000

/**
 * A limit that was reached. `addresses`: how many addresses it left out, each counted once, up to `maxCounted`; of
 * limits of one page (`links`, `languageVersions`, `pageMegabytes`, `siteLinks`) how many pages it cut; 0 for a limit
 * that ended the crawl. `example` is one of them.
 */
export type ReachedLimit = { limit: LimitName; detail: string; addresses: number; example: string | null }

/** The sentence of a limit, with its number. */
export function limitDetail(limit: LimitName, limits: CrawlLimits): string {
  const sentences: Record<LimitName, string> = {
    pages: `${limits.pages} addresses were requested, the maximum of this crawl.`,
    minutes: `The crawl took ${limits.minutes} minutes, its maximum.`,
    megabytes: `The responses had ${limits.megabytes} MB, the maximum of a crawl.`,
    unanswered: `${limits.unanswered} requests in a row had no response.`,
    addresses: `A crawl remembers ${limits.addresses} addresses; further ones are left out.`,
    clicks: `Pages more than ${limits.clicks} links from the start page are left out.`,
    redirects: `A chain of redirects is followed ${limits.redirects} times.`,
    pathDepth: `Paths of more than ${limits.pathDepth} segments are left out.`,
    queryVariants: `Of one path, ${limits.queryVariants} addresses with different queries are requested.`,
    calendar: `Of addresses with a date whose paths differ in digits alone, ${limits.calendar} are requested.`,
    pageMegabytes: `A response of more than ${limits.pageMegabytes} MB is not read.`,
    sitemapFiles: `${limits.sitemapFiles} sitemap files are read; further ones are left out.`,
    links: `Of one page, ${limits.links} links are followed.`,
    siteLinks: `A crawl follows ${limits.siteLinks} links; those of further pages are left out.`,
    languageVersions: `Of one page, ${limits.languageVersions} language versions are read.`,
    addressLength: `Addresses of more than ${maxUrlLength} characters are left out.`,
    repeatingPath: 'Paths in which a segment repeats three times are left out.',
    sessionIds: 'Session ids are removed from addresses.',
  }
  return sentences[limit]
}
