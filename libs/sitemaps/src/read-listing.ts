import {
  declaredEncoding,
  decodeText,
  encodingsToTry,
  lastResort,
  type TextSource,
  WrongEncoding,
} from './decode-text.ts'
import { type EntryList, entryList } from './entry-list.ts'
import type { DateVerdict } from './judge-dates.ts'
import {
  type IndexOf,
  type Listing,
  maxSitemapBytes,
  type PagesOf,
  type Problem,
  type ProblemCode,
  type Unreadable,
} from './listing.ts'
import { type PackedPages, unpackPages } from './packed-pages.ts'
import { number, type ProblemList, problemList, quote } from './problem-list.ts'
import { maxFeedLength, readJsonFeed } from './read-json-feed.ts'
import { readText } from './read-text.ts'
import { readXml, type XmlReading } from './read-xml.ts'
import { type ByteSource, unpack } from './unpack.ts'

export type { Hub, ListedPage, Listing, Problem, ProblemCode } from './listing.ts'

/** A file as it was fetched: `url` absolute, `contentType` the header or null, `bytes` packed or not. */
export type ListingFile = { url: string; contentType: string | null; bytes: Uint8Array }
/**
 * The same in blocks that need not be in memory together: they are iterated over once for each encoding that is tried.
 * The first has at least two bytes, if the file has.
 */
export type FileInBlocks = Omit<ListingFile, 'bytes'> & { blocks: Iterable<Uint8Array> }
export type ListingLimits = { maxPages?: number; maxBytes?: number }

/** A listing whose entries are packed; with the verdict on its dates, for which nothing has to be unpacked. */
export type PackedListing = IndexOf<PackedPages> | (PagesOf<PackedPages> & { dates: DateVerdict }) | Unreadable

/** Of https://www.sitemaps.org/protocol.html: entries of a file, and bytes of it, unpacked. */
const protocolLimits = { maxPages: 50_000, maxBytes: maxSitemapBytes }

type Reading = { url: string; contentType: string | null; maxPages: number; maxBytes: number }
/** A reading under way. */
type Source = { pieces: Iterable<string>; bytes: ByteSource; text: TextSource }

/**
 * Reads a sitemap (XML or text), a sitemap index, or a feed (RSS, Atom, JSON Feed), whatever its name and header say it
 * is. Never throws on the content of a file: what cannot be read is `unreadable`, and what can be read in part comes
 * with a problem. Takes time and memory in proportion to the unpacked bytes that the limits allow: call it in a worker
 * thread.
 */
export function readPackedListing(file: FileInBlocks, limits: ListingLimits = {}): PackedListing {
  const { url, contentType, blocks } = file
  const reading = { ...protocolLimits, ...limits, url, contentType }
  const start = firstBytes(blocks)
  for (const encoding of encodingsToTry(start, contentType)) {
    const source = unpack(blocks, reading.maxBytes)
    try {
      return readAs(reading, source, decodeText(source, encoding), wrongEncoding(start, contentType, encoding))
    } catch (error) {
      if (!(error instanceof WrongEncoding)) throw error
    }
  }
  return unreadable('unknown_format', 'The file is neither a sitemap nor a feed: it is not text.')
}

/** The same of a file in one piece, with its entries in arrays. */
export function readListing({ bytes, ...file }: ListingFile, limits: ListingLimits = {}): Listing {
  const listing = readPackedListing({ ...file, blocks: [bytes] }, limits)
  if (listing.kind === 'unreadable') return listing
  if (listing.kind === 'index') return { ...listing, files: unpackPages(listing.files) }
  const { dates: _dates, ...rest } = listing
  return { ...rest, pages: unpackPages(listing.pages) }
}

function readAs(reading: Reading, bytes: ByteSource, text: TextSource, encodingProblem: Problem | null): PackedListing {
  const { first, pieces } = fromFirstCharacter(text.pieces)
  const problems = problemList()
  if (encodingProblem !== null) problems.add(encodingProblem.code, encodingProblem.detail)
  const source = { pieces, bytes, text }
  if (first === '') return nothingIn(reading, bytes)
  if (first === '<') return readAsXml(reading, source, problems)
  if (first === '{') return readAsJson(reading, source, problems)
  return readAsText(reading, source, problems)
}

function readAsXml(reading: Reading, source: Source, problems: ProblemList): PackedListing {
  const { pieces, bytes } = source
  const { url, contentType, maxPages, maxBytes } = reading
  const entries = entryList(url, maxPages, problems)
  const { end, root, hub, isFull } = readXml(pieces, url, entries)
  const refusal = refuseXml(end, root, contentType)
  if (refusal !== null) return refusal
  const kind = root?.kind
  if (kind === undefined) return nothingIn(reading, bytes)
  if (isFull) problems.add('too_many', tooMany(maxPages))
  else if (bytes.cut === 'too_large') problems.add('too_large', tooLarge(maxBytes))
  else if (end === 'truncated') problems.add('truncated', truncated(entries))
  else if (end === 'malformed') {
    problems.add('malformed', 'The file is not well-formed XML, so that some of its entries may not have been read.')
  }
  if (entries.count === 0) problems.add('no_pages', emptyListing(kind))
  if (kind === 'index') return { kind, files: entries.pack(), problems: problems.toArray() }
  return { kind, ...pagesIn(entries), hub, problems: problems.toArray() }
}

function refuseXml(end: XmlReading['end'], root: XmlReading['root'], contentType: string | null): Unreadable | null {
  if (typeof end === 'object') {
    return end.doctype.toLowerCase() === 'html'
      ? webPage()
      : unreadable(
          'doctype',
          'The file has a document type (<!DOCTYPE>), which no sitemap or feed needs, and is not read.',
        )
  }
  if (root === undefined) {
    return unreadable('unknown_format', 'The file is neither a sitemap nor a feed: it has no complete XML element.')
  }
  if (root.kind !== undefined) return null
  if (root.isHtml || /^\s*text\/html/i.test(contentType ?? '')) return webPage()
  return unreadable(
    'unknown_format',
    `The file is neither a sitemap nor a feed: its first element is ${quote(`<${root.name}>`)}.`,
  )
}

function readAsJson({ url, maxPages }: Reading, { pieces }: Source, problems: ProblemList): PackedListing {
  const entries = entryList(url, maxPages, problems)
  const feed = readJsonFeed(pieces, url, entries)
  if (feed.kind === 'too_large') {
    return unreadable('too_large', `The file is JSON of more than ${megabytes(maxFeedLength)}, which is not read.`)
  }
  if (feed.kind === 'malformed') {
    return unreadable('malformed', 'The file is JSON that cannot be read; it may be cut off.')
  }
  if (feed.kind === 'unknown_format') {
    return unreadable('unknown_format', 'The file is JSON, but no JSON Feed: it has no list "items".')
  }
  if (feed.isFull) problems.add('too_many', tooMany(maxPages))
  if (entries.count === 0) problems.add('no_pages', emptyListing(feed.kind))
  return { kind: feed.kind, ...pagesIn(entries), hub: feed.hub, problems: problems.toArray() }
}

function readAsText(reading: Reading, { pieces, bytes, text }: Source, problems: ProblemList): PackedListing {
  const { url, contentType, maxPages, maxBytes } = reading
  const entries = entryList(url, maxPages, problems)
  const { isListing, isFull } = readText(pieces, entries)
  if (!isListing) {
    if (/^\s*text\/html/i.test(contentType ?? '')) return webPage()
    return unreadable(
      'unknown_format',
      'The file is neither a sitemap nor a feed: it is text in which most lines are no web address.',
    )
  }
  if (isFull) problems.add('too_many', tooMany(maxPages))
  else if (bytes.cut !== null || text.isCut) {
    // The last line may be half an address.
    entries.dropLast()
    if (bytes.cut === 'too_large') problems.add('too_large', tooLarge(maxBytes))
    else problems.add('truncated', truncated(entries))
  }
  return { kind: 'text', ...pagesIn(entries), hub: null, problems: problems.toArray() }
}

function pagesIn(entries: EntryList): { pages: PackedPages; dates: DateVerdict } {
  return { pages: entries.pack(), dates: entries.judgeDates() }
}

function nothingIn({ maxBytes }: Reading, { cut }: ByteSource): Unreadable {
  if (cut === 'too_large') return unreadable('too_large', tooLarge(maxBytes))
  if (cut === 'damaged') {
    return unreadable('truncated', 'The file is packed with gzip, and cannot be unpacked: it is cut off or damaged.')
  }
  return unreadable('empty', 'The file is empty.')
}

/** Without byte order marks and white space before the first character. */
function fromFirstCharacter(pieces: Iterable<string>): { first: string; pieces: Iterable<string> } {
  const rest = pieces[Symbol.iterator]()
  let start = ''
  while (start === '') {
    const next = rest.next()
    if (next.done) break
    start = next.value.trimStart()
  }
  return { first: start.slice(0, 1), pieces: continued() }

  function* continued(): Generator<string> {
    if (start !== '') yield start
    for (let next = rest.next(); !next.done; next = rest.next()) yield next.value
  }
}

function firstBytes(blocks: Iterable<Uint8Array>): Uint8Array {
  for (const chunk of unpack(blocks, 1_024).chunks) return chunk
  return new Uint8Array(0)
}

function wrongEncoding(start: Uint8Array, contentType: string | null, encoding: string): Problem | null {
  const declared = declaredEncoding(start, contentType)
  if (encoding !== lastResort || declared === lastResort) return null
  const named =
    declared === null ? 'names no encoding and is not UTF-8' : `is not in the encoding that it names (${declared})`
  return { code: 'encoding', detail: `The file ${named}; it is read as ${encoding}.` }
}

function webPage(): Unreadable {
  return unreadable(
    'html',
    'The address answers with a web page (HTML), such as an error page, and not with a sitemap or feed.',
  )
}

function unreadable(code: ProblemCode, detail: string): Unreadable {
  return { kind: 'unreadable', problem: { code, detail } }
}

function tooMany(maxPages: number): string {
  return `The file has more than ${number(maxPages)} entries; the first ${number(maxPages)} are read.`
}

function tooLarge(maxBytes: number): string {
  return `The file has more than ${megabytes(maxBytes)} unpacked; the rest is not read.`
}

function truncated({ count }: EntryList): string {
  return `The file ends before its end: it is cut off after ${number(count)} entries.`
}

function emptyListing(kind: 'sitemap' | 'index' | 'rss' | 'atom' | 'json_feed'): string {
  if (kind === 'index') return 'The sitemap index lists no sitemap.'
  return kind === 'sitemap' ? 'The sitemap lists no page.' : 'The feed lists no page.'
}

function megabytes(bytes: number): string {
  return bytes >= 1_048_576 ? `${number(Math.floor(bytes / 1_048_576))} MB` : `${number(bytes)} bytes`
}
