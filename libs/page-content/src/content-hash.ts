import { createHash, hash } from 'node:crypto'
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

/**
 * `canonical` are the addresses that the page declares where engines accept it, in its head or a header, each once; the
 * hash counts others too. `metas` are its meta tags, in their order.
 */
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
  const texts: Record<Exclude<ContentPart, 'main'>, string> = {
    title: read.title,
    description: normaliseText(read.metas.find(({ name }) => name === 'description')?.content ?? ''),
    canonical: canonicalPart(read.headLinks, headers, page),
    robots: robotsPart(read.metas, headers),
    h1: read.h1.join('\n'),
    hreflang: hreflangPart(read.headLinks, headers, page),
    links: addressesOf(read.links),
    images: addressesOf(read.images),
    structured: read.structured.sort().join('\n'),
  }
  const piecesOf = (part: ContentPart): readonly string[] => (part === 'main' ? read.text : [texts[part]])
  const content = {
    hash: digestOf(contentParts.flatMap((part) => named(part, piecesOf(part)))),
    parts: mapParts((part) => digestOf(piecesOf(part))),
    ...describeWords(read.text),
    blocks: read.blocks,
    main: { element: read.main.element, rule: read.main.rule },
  }
  const paths = () => digestPaths(read.blocks, [...read.links, ...read.images])
  const inHead = read.headLinks.filter((link) => link.inHead)
  const canonical = canonicalPart(inHead, headers, page).split('\n').filter(Boolean)
  return { content, canonical, metas: read.metas, paths }
}

/** With its name and length, so that text cannot move from one part to the next unnoticed. */
function named(part: ContentPart, pieces: readonly string[]): string[] {
  return [`${part} ${lengthOf(pieces)}\n`, ...pieces]
}

const lengthOf = (pieces: readonly string[]): number => pieces.reduce((sum, { length }) => sum + length, 0)

/** Characters that are hashed by one call; pieces of a long text are not joined to a longer one. */
const maxJoined = 16_384

function digestOf(pieces: readonly string[]): string {
  const length = lengthOf(pieces)
  if (length === 0) return emptyDigest
  if (length <= maxJoined) return hash('sha256', pieces.join('')).slice(0, 32)
  const digest = createHash('sha256')
  for (const piece of pieces) digest.update(piece)
  return digest.digest('hex').slice(0, 32)
}

/** Most pages lack some of the parts. */
const emptyDigest = hash('sha256', '').slice(0, 32)

const addressesOf = (placed: readonly PlacedAddress[]): string => placed.map(({ address }) => address).join('\n')

function mapParts(hashOf: (part: ContentPart) => string): Record<ContentPart, string> {
  return Object.fromEntries(contentParts.map((part) => [part, hashOf(part)])) as Record<ContentPart, string>
}
