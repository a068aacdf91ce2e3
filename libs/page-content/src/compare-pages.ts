import { hrefResolver, pageAddress } from '@pagebell/html/resolve-href'
import type { Block } from './blocks.ts'
import { type ContentHash, type ContentPart, contentParts } from './content-hash.ts'
import { type HeaderPairs, headerValues } from './head-parts.ts'

/** A response with the hash of its page. */
export type ComparedPage = { url: URL; status: number; headers: HeaderPairs; content: ContentHash }
export type ChangedPart = 'status' | 'redirect' | ContentPart
/**
 * `size` is the share of the main text that changed, from 0 to 1: the words in blocks that only one of the two pages
 * has, of the words of both. It is 0 if only other parts changed.
 */
export type PageComparison = { changed: boolean; parts: ChangedPart[]; size: number }

/**
 * Compares two responses of one address. What a page says counts only where both are successful: the body of a redirect
 * or an error is not the page. Directives for crawlers count for every status, since headers carry them too.
 */
export function comparePages(before: ComparedPage, after: ComparedPage): PageComparison {
  const parts: ChangedPart[] = []
  if (statusClass(before) !== statusClass(after)) parts.push('status')
  if (redirectTarget(before) !== redirectTarget(after)) parts.push('redirect')
  const areBothPages = statusClass(before) === 2 && statusClass(after) === 2
  const compared = areBothPages ? contentParts : (['robots'] as const)
  parts.push(...compared.filter((part) => before.content.parts[part] !== after.content.parts[part]))
  const size = parts.includes('main') ? changedShare(before.content, after.content) : 0
  return { changed: parts.length > 0, parts, size }
}

function statusClass({ status }: ComparedPage): number {
  return Math.floor(status / 100)
}

/** Where a redirect leads, resolved and without fragment; null for any other response. */
function redirectTarget(page: ComparedPage): string | null {
  if (statusClass(page) !== 3) return null
  const [location = ''] = headerValues(page.headers, 'location')
  const target = hrefResolver({ url: page.url, base: null })(location.trim())
  return target === null ? location.trim() : pageAddress(target)
}

function changedShare(before: ContentHash, after: ContentHash): number {
  const shared = new Map<string, number>()
  for (const { hash } of before.blocks) shared.set(hash, (shared.get(hash) ?? 0) + 1)
  let unmatched = sumWords(before.blocks)
  const total = unmatched + sumWords(after.blocks)
  for (const { hash, wordCount } of after.blocks) {
    const left = shared.get(hash) ?? 0
    if (left > 0) shared.set(hash, left - 1)
    unmatched += left > 0 ? -wordCount : wordCount
  }
  return total === 0 ? 0 : Math.round((unmatched / total) * 10_000) / 10_000
}

function sumWords(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { wordCount }) => sum + wordCount, 0)
}
