import { hash } from 'node:crypto'
import type { HtmlDocument, HtmlElement } from '@pagebell/html/parse-html'
import type { Block } from './blocks.ts'
import { digestPaths, type PathDigest, type PlacedAddress } from './changing-blocks.ts'
import type { MainRule } from './find-main.ts'
import { canonicalPart, type HeaderPairs, hreflangPart, robotsPart } from './head-parts.ts'
import { normaliseText } from './normalise-text.ts'
import { noPageRules, type PageRules } from './page-rules.ts'
import { readContent } from './read-content.ts'
import { describeWords } from './simhash.ts'

/** The parts of a page that count, in the order in which they are hashed. */
export const contentParts = [
  'title',
  'description',
  'canonical',
  'robots',
  'h1',
  'hreflang',
  'main',
  'links',
  'images',
  'structured',
] as const
export type ContentPart = (typeof contentParts)[number]

/** A parsed page with what the response says about it: the address that answered, and the headers. */
export type HashedPage = { document: HtmlDocument; url: URL; headers: HeaderPairs }
export type HashOptions = {
  rules?: PageRules
  /** Paths of blocks that do not count, as `Block.path`, on pages where they are a small part (`leftOutPaths`). */
  ignoreBlocks?: readonly string[]
  onExcluded?: (element: HtmlElement, reason: string) => void
}
/**
 * Hashes are the first 16 bytes of SHA-256 in hex, `simhash` is 8 bytes in hex; `wordCount` is that of the main text.
 */
export type ContentHash = {
  hash: string
  parts: Record<ContentPart, string>
  simhash: string
  wordCount: number
  blocks: Block[]
  main: { element: HtmlElement | null; rule: MainRule }
}

/** `canonical` are the addresses that the page declares, each once; `metas` are its meta tags, in their order. */
export type PageDescription = {
  content: ContentHash
  /** Computed when it is asked for. */
  paths: () => PathDigest[]
  canonical: string[]
  metas: { name: string; content: string }[]
}

/** Hashes what a page says, so that two builds of one source have one hash. docs/content-hash.md lists what counts. */
export function contentHash(page: HashedPage, options: HashOptions = {}): ContentHash {
  return describePage(page, options).content
}

/** The content hash of a page, and what it tells crawlers, by one walk. */
export function describePage({ document, url, headers }: HashedPage, options: HashOptions = {}): PageDescription {
  const { rules = noPageRules, ignoreBlocks = [], onExcluded } = options
  const read = readContent(document, url, { rules, ignoreBlocks, ...(onExcluded && { onExcluded }) })
  const page = { url, base: read.main.base }
  const texts: Record<ContentPart, string> = {
    title: read.title,
    description: normaliseText(read.metas.find(({ name }) => name === 'description')?.content ?? ''),
    canonical: canonicalPart(read.headLinks, headers, page),
    robots: robotsPart(read.metas, headers),
    h1: read.h1.join('\n'),
    hreflang: hreflangPart(read.headLinks, headers, page),
    main: read.text,
    links: addressesOf(read.links),
    images: addressesOf(read.images),
    structured: read.structured.sort().join('\n'),
  }
  // With their lengths, so that text cannot move from one part to the next unnoticed.
  const whole = contentParts.map((part) => `${part} ${texts[part].length}\n${texts[part]}`).join('')
  const content = {
    hash: digestOf(whole),
    parts: mapParts((part) => (texts[part] === '' ? emptyDigest : digestOf(texts[part]))),
    ...describeWords(read.text),
    blocks: read.blocks,
    main: { element: read.main.element, rule: read.main.rule },
  }
  const paths = () => digestPaths(read.blocks, [...read.links, ...read.images])
  return { content, canonical: texts.canonical.split('\n').filter(Boolean), metas: read.metas, paths }
}

const digestOf = (text: string): string => hash('sha256', text).slice(0, 32)
/** Most pages lack some of the parts. */
const emptyDigest = digestOf('')

const addressesOf = (placed: readonly PlacedAddress[]): string => placed.map(({ address }) => address).join('\n')

function mapParts(hashOf: (part: ContentPart) => string): Record<ContentPart, string> {
  return Object.fromEntries(contentParts.map((part) => [part, hashOf(part)])) as Record<ContentPart, string>
}
