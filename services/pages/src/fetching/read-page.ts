import { hash } from 'node:crypto'
import { indexBlock } from '@pagebell/html/index-directives'
import { parseHtml } from '@pagebell/html/parse-html'
import { pageAddress } from '@pagebell/html/resolve-href'
import type { PathDigest } from '@pagebell/page-content/changing-blocks'
import { type ContentPart, contentParts, describePage } from '@pagebell/page-content/content-hash'
import { headerValues } from '@pagebell/page-content/head-parts'
import { noPageRules, type PageRules, parsePageRules } from '@pagebell/page-content/page-rules'
import { type CharsetFacts, decodeText } from '@pagebell/safe-fetch/charset'
import { allCrawlers } from './crawlers.ts'

/** A successful answer. `charset` null: it is not HTML. */
export type ReceivedAnswer = {
  url: string
  headers: [name: string, value: string][]
  body: Uint8Array
  charset: CharsetFacts | null
}

/**
 * Hex digits: 16 bytes of the content hash, 40 of the parts (null where there are none), 8 of the simhash. Four bytes
 * of a part's hash are enough to name what changed; that anything changed is said by the content hash.
 */
export type PageFacts = {
  content: string
  parts: string | null
  simhash: string | null
  words: number | null
  /** The canonical address if it is another page's. */
  canonical: string | null
  /** Crawlers, of those that count, whose index the page is kept out of; null is any other crawler. */
  kept: (string | null)[]
  /** What stands at each path of main, if it was asked for and the answer is a page. */
  paths?: PathDigest[]
}

/** `namesEnd`: it names a time at which an index drops it, so that the same page is judged otherwise later. */
export type ReadFacts = PageFacts & { namesEnd: boolean }

/**
 * By what a page is read: a project's own rules, and the paths of blocks that do not count. `withPaths`: to compare it
 * with itself.
 */
export type ReadRules = { own: object; ignoreBlocks: readonly string[]; withPaths?: boolean }

export const noRules: ReadRules = { own: {}, ignoreBlocks: [] }

/** The crawlers, of those that count, to which a page is forbidden, and the seconds between two of our requests. */
export type RobotsFacts = { forbidden: string[]; crawlDelay: number | undefined }

/** Hex digits. */
const partLength = 8

/** What counts of an answer for its verdict. A pure function; it runs in the thread that parses pages. */
export function readPage(
  { url, headers, body, charset }: ReceivedAnswer,
  { own, ignoreBlocks, withPaths = false }: ReadRules,
  now: Date,
): ReadFacts {
  const address = new URL(url)
  const robotsTags = headerValues(headers, 'x-robots-tag')
  if (charset === null) {
    const content = hash('sha256', body).slice(0, 32)
    const kept = keptOut([], robotsTags, now)
    return { content, parts: null, simhash: null, words: null, canonical: null, kept, namesEnd: namesEnd(robotsTags) }
  }
  const { document } = parseHtml(decodeText(body, charset), { tags: false })
  const page = { document, url: address, headers }
  const { content, canonical, metas, paths } = describePage(page, { rules: rulesOf(own), ignoreBlocks })
  return {
    content: content.hash,
    parts: contentParts.map((part) => content.parts[part].slice(0, partLength)).join(''),
    simhash: content.simhash,
    words: content.wordCount,
    canonical: otherPage(canonical, address),
    kept: keptOut(metas, robotsTags, now),
    namesEnd: namesEnd([...robotsTags, ...metas.map((meta) => meta.content)]),
    ...(withPaths && { paths: paths() }),
  }
}

/** Stored rules are valid; a version that knows more of them may have stored others, which do not count here. */
function rulesOf(ownRules: object): PageRules {
  const parsed = parsePageRules(ownRules)
  return parsed.ok ? parsed.rules : noPageRules
}

/** Engines follow one canonical; several that contradict each other count as none. */
function otherPage(canonical: readonly string[], page: URL): string | null {
  const [first, ...others] = canonical
  if (first === undefined || others.length > 0) return null
  const url = URL.parse(first)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  const address = pageAddress(url)
  return address === pageAddress(page) ? null : address
}

function keptOut(metas: readonly { name: string; content: string }[], robotsTags: readonly string[], now: Date) {
  const tags = metas.map((meta) => ({ ...meta, excerpt: '' }))
  return [null, ...allCrawlers].filter((crawler) => indexBlock(crawler, tags, robotsTags, now) !== null)
}

const namesEnd = (texts: readonly string[]): boolean => texts.some((text) => /unavailable_after/i.test(text))

/** The parts in which two versions differ, by the hashes that `readPage` joined. */
export function changedParts(before: string | null, after: string | null): ContentPart[] | undefined {
  if (before === null || after === null) return undefined
  const part = (text: string, place: number): string => text.slice(place * partLength, (place + 1) * partLength)
  return contentParts.filter((_, place) => part(before, place) !== part(after, place))
}
