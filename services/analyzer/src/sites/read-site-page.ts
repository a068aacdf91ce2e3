import type { CrawlLimits } from '@pagebell/crawl/crawl-limits'
import { siteScope } from '@pagebell/crawl/site-scope'
import { indexBlock } from '@pagebell/html/index-directives'
import { parseHtml } from '@pagebell/html/parse-html'
import { hrefResolver, maxHrefLength } from '@pagebell/html/resolve-href'
import { describePage } from '@pagebell/page-content/content-hash'
import { headerValues, languageVersions, robotsPart } from '@pagebell/page-content/head-parts'
import { decodeText } from '@pagebell/safe-fetch/charset'
import type { Rating } from '@pagebell/scoring/score'
import type { PageFacts } from '@pagebell/site-checks/site'
import { maxUrlLength, normaliseUrl } from '@pagebell/urls/normalise-url'
import type { DocumentFacts } from '../document/document-facts.ts'
import { readParsed } from '../document/read-document.ts'
import type { Exchange } from '../fetching/exchange.ts'
import { structuredTypes } from '../parsers/structured-types.ts'
import type { Check } from '../rating/check.ts'
import { type CheckResult, ratePage } from '../rating/rate-page.ts'
import { ratingBasis } from './rating-basis.ts'

/** Limits of what is read of one page. */
export type ReadingLimits = Pick<CrawlLimits, 'links' | 'languageVersions'>
/** `siteUrl`: any address of the site, whose links count. */
export type ReceivedSitePage = {
  exchange: Exchange
  body: Uint8Array
  siteUrl: string
  limits: ReadingLimits
  now: Date
}

/** A check of the page that warns or fails. */
export type PageProblem = Pick<CheckResult, 'title' | 'category' | 'weight' | 'gate' | 'cap' | 'fix'> & {
  id: string
  status: 'warn' | 'fail'
}

/**
 * What a site run keeps of a page, a few kilobytes. Addresses are normalised, and of the site; a link that is too long
 * to be requested is cut behind the longest address.
 */
export type SitePageReading = {
  rating: Rating
  problems: PageProblem[]
  /** The weights of the checks that passed and count. */
  passed: Record<string, number>
  facts: PageFacts
  links: string[]
  /** Limits that cut the page. */
  reached: (keyof ReadingLimits)[]
  /** The canonical address and the language versions. */
  references: string[]
  /** Checks that threw. */
  thrown: string[]
  /**
   * What the rating depends on besides the document, as a hash; null for a page that is always read again: one that
   * cannot be indexed, or will not be after some time, that was slow, or that a check could not judge.
   */
  basis: string | null
}

const maxTitleLength = 300
const maxDescriptionLength = 500
/** Checks of the time that this response took. */
const timedChecks: ReadonlySet<string> = new Set(['ttfb'])

/** Rates a page and reads what the checks of its site need, from the same bytes. A pure function. */
export function readSitePage(checks: readonly Check[], received: ReceivedSitePage): SitePageReading {
  const { exchange, body, siteUrl, limits, now } = received
  const html = decodeText(body, exchange.charset)
  const parsed = parseHtml(html)
  const document = readParsed(parsed, html, body.length)
  const thrown: string[] = []
  const { score, result, capped_by, results } = ratePage(checks, exchange, document, now, (id) => thrown.push(id))
  const page = { url: new URL(exchange.url), base: document.base, headers: exchange.headers }
  const { content, canonical } = describePage({ document: parsed.document, ...page })
  const robotsTags = headerValues(exchange.headers, 'x-robots-tag')
  const [onlyCanonical, ...otherCanonicals] = canonical.flatMap((address) => normalisedAddress(address) ?? [])
  const versions = versionsOf(document, page)
  const facts: PageFacts = {
    title: (document.titles[0] ?? '').slice(0, maxTitleLength),
    description: (document.metas.find(({ name }) => name === 'description')?.content ?? '').slice(
      0,
      maxDescriptionLength,
    ),
    canonical: otherCanonicals.length === 0 ? (onlyCanonical ?? null) : null,
    isNoindex: indexBlock(null, document.metas, robotsTags, now) !== null,
    mainHash: content.parts.main.slice(0, 16),
    simhash: content.simhash,
    words: content.wordCount,
    versions: versions.slice(0, limits.languageVersions),
    types: structuredTypes(document.structured),
  }
  const { contains } = siteScope(new URL(siteUrl))
  const isOfSite = (address: string): boolean => contains(new URL(address))
  const isFollowed = !robotsPart(document.metas, exchange.headers).split('\n').includes('robots:nofollow')
  const links = isFollowed ? linksOf(document, page).filter(isOfSite) : []
  const problems = Object.entries(results).flatMap(([id, one]) => problemOf(id, one))
  const texts = [...document.metas.map(({ content }) => content), ...robotsTags]
  const isLasting =
    !facts.isNoindex &&
    thrown.length === 0 &&
    !problems.some(({ id, gate }) => gate || timedChecks.has(id)) &&
    !texts.some((text) => /unavailable_after/i.test(text))
  const references = [facts.canonical ?? [], facts.versions.map(({ url }) => url)].flat()
  return {
    rating: { score, result, capped_by },
    problems,
    passed: weightsOfPassed(results),
    facts,
    links: links.slice(0, limits.links),
    reached: reachedLimits({ links: links.length, languageVersions: versions.length }, limits),
    references: [...new Set(references)].filter(isOfSite),
    thrown,
    basis: isLasting ? ratingBasis(checks, exchange, now) : null,
  }
}

function reachedLimits(counts: ReadingLimits, limits: ReadingLimits): (keyof ReadingLimits)[] {
  return (['links', 'languageVersions'] as const).filter((limit) => counts[limit] > limits[limit])
}

type PageAddress = { url: URL; base: string | null; headers: Exchange['headers'] }

/** Each target once, without the page itself and without links that the page does not vouch for. */
function linksOf({ anchors }: DocumentFacts, page: PageAddress): string[] {
  const resolve = hrefResolver(page)
  const targets = new Set<string>()
  for (const { href, rel } of anchors) {
    if (href === null || rel.includes('nofollow')) continue
    const address = linkAddress(href, resolve)
    if (address !== null) targets.add(address)
  }
  targets.delete(normalisedAddress(page.url.href) ?? '')
  return [...targets]
}

function versionsOf({ links }: DocumentFacts, page: PageAddress): { code: string; url: string }[] {
  const inHead = links.filter((link) => link.inHead)
  return languageVersions(inHead, page.headers, page).flatMap(({ code, url }) => {
    const address = url === null ? null : normalisedAddress(url.href)
    return address === null || code === '' ? [] : [{ code: code.slice(0, 40), url: address }]
  })
}

function problemOf(id: string, { status, title, category, weight, gate, cap, fix }: CheckResult): PageProblem[] {
  return status === 'warn' || status === 'fail' ? [{ id, status, title, category, weight, gate, cap, fix }] : []
}

function weightsOfPassed(results: Record<string, CheckResult>): Record<string, number> {
  const counted = Object.entries(results).filter(([, { status, points }]) => status === 'pass' && points !== null)
  return Object.fromEntries(counted.map(([id, { weight }]) => [id, weight]))
}

/** The address of a link, normalised; one that is too long is kept for the crawl to count, cut behind the limit. */
function linkAddress(href: string, resolve: ReturnType<typeof hrefResolver>): string | null {
  const [written = ''] = href.split('#', 1)
  const target = resolve(written.slice(0, maxHrefLength))
  if (target === null) return null
  const whole = target.href + written.slice(maxHrefLength)
  return whole.length > maxUrlLength ? whole.slice(0, maxUrlLength + 1) : normalisedAddress(whole)
}

function normalisedAddress(address: string): string | null {
  const normalised = normaliseUrl(address)
  return normalised.ok ? normalised.url : null
}
