import type { HtmlElement } from '@pagebell/html/parse-html'
import { parseHtml } from '@pagebell/html/parse-html'
import { sourceTags, type Tag } from '@pagebell/html/source-tags'
import { type ComparedPage, comparePages, type PageComparison } from '@pagebell/page-content/compare-pages'
import { type ContentHash, contentHash } from '@pagebell/page-content/content-hash'
import type { PageRules } from '@pagebell/page-content/page-rules'
import { type CharsetFacts, decodeText } from '@pagebell/safe-fetch/charset'

/** A response as it was received or recorded. */
export type ReceivedPage = {
  url: string
  status: number
  headers: [name: string, value: string][]
  body: Uint8Array
  charset: CharsetFacts
}
/** Why a page has its content hash. Lists are truncated, totals are not; places count from 1. */
export type HashExplanation = Omit<ContentHash, 'main'> & {
  url: string
  main: { rule: ContentHash['main']['rule']; tag: Tag | null }
  blockCount: number
  excluded: (Tag & { reason: string })[]
  excludedCount: number
  /** The limits that the page exceeded, so that it was read in part. */
  ceilings: string[]
}

/** Blocks and excluded elements that are listed. */
const maxListed = 500

/** Hashes a page and lists what was taken as its main element, and what does not count. */
export function explainHash({ url, headers, body, charset }: ReceivedPage, rules: PageRules): HashExplanation {
  const html = decodeText(body, charset)
  const { document, ceilings } = parseHtml(html)
  const tagOf = sourceTags(html)
  const excluded: HashExplanation['excluded'] = []
  let excludedCount = 0
  const onExcluded = (element: HtmlElement, reason: string): void => {
    excludedCount += 1
    if (excluded.length < maxListed) excluded.push({ ...tagOf(element), reason })
  }
  const { main, blocks, ...content } = contentHash({ document, url: new URL(url), headers }, { rules, onExcluded })
  return {
    url,
    ...content,
    main: { rule: main.rule, tag: main.element === null ? null : tagOf(main.element) },
    blocks: blocks.slice(0, maxListed),
    blockCount: blocks.length,
    excluded,
    excludedCount,
    ceilings,
  }
}

/** Compares two recorded responses of one address. */
export function compareReceived(before: ReceivedPage, after: ReceivedPage, rules: PageRules): PageComparison {
  return comparePages(hashed(before, rules), hashed(after, rules))
}

function hashed({ url, status, headers, body, charset }: ReceivedPage, rules: PageRules): ComparedPage {
  const { document } = parseHtml(decodeText(body, charset))
  const page = { url: new URL(url), headers }
  return { ...page, status, content: contentHash({ ...page, document }, { rules }) }
}
