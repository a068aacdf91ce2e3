import { attribute, lowerCase, tokens } from '@pagebell/html/attributes'
import { type HtmlElement, maxParsedDepth, parseHtml } from '@pagebell/html/parse-html'
import { hrefResolver } from '@pagebell/html/resolve-href'
import { parseRobots } from '@pagebell/html/robots-rules'
import { walkElements } from '@pagebell/html/walk-elements'
import { decodeText } from '@pagebell/safe-fetch/charset'
import type { ReceivedAnswer } from './read-page.ts'
import { findSystem, type System } from './site-systems.ts'

/** What robots.txt and the first page say of a site. Addresses are absolute, as written, and may be of other sites. */
export type SiteContents = {
  sitemaps: string[]
  feeds: string[]
  /** The CMS, shop or generator. */
  system: System | null
}
/** `answer` is the first page; null if there is none. */
export type SiteAnswers = { robots: string; answer: ReceivedAnswer | null }

const feedTypes = new Set(['application/rss+xml', 'application/atom+xml', 'application/feed+json'])
const maxListed = 50

/** A pure function; it runs in the thread that parses pages. */
export function readSite({ robots, answer }: SiteAnswers): SiteContents {
  const sitemaps = [...new Set(parseRobots(robots).sitemaps)].slice(0, maxListed)
  if (answer === null) return { sitemaps, feeds: [], system: null }
  const { url, headers, body, charset } = answer
  if (charset === null) return { sitemaps, feeds: [], system: findSystem({ headers, generators: [], addresses: [] }) }
  const found = readHead(decodeText(body, charset))
  const resolve = hrefResolver({ url: new URL(url), base: found.base })
  const feeds = found.feeds.flatMap((href) => resolve(href)?.href ?? [])
  return { sitemaps, feeds: [...new Set(feeds)].slice(0, maxListed), system: findSystem({ headers, ...found }) }
}

function readHead(html: string) {
  const found = {
    base: null as string | null,
    feeds: [] as string[],
    generators: [] as string[],
    addresses: [] as string[],
  }
  const enter = (element: HtmlElement): undefined => {
    const { tagName } = element
    const [href, src] = [attribute(element, 'href'), attribute(element, 'src')]
    if (tagName === 'base') found.base ??= href
    if (tagName === 'meta' && lowerCase(attribute(element, 'name')) === 'generator')
      found.generators.push((attribute(element, 'content') ?? '').trim())
    // Links to other pages say nothing of this one.
    const address = tagName === 'link' ? href : src
    if (address !== null) found.addresses.push(address)
    const isFeed = tagName === 'link' && feedTypes.has(lowerCase(attribute(element, 'type')))
    if (isFeed && href !== null && tokens(attribute(element, 'rel')).includes('alternate')) found.feeds.push(href)
  }
  walkElements(parseHtml(html, { tags: false }).document, maxParsedDepth, { enter, text: () => undefined })
  return found
}
