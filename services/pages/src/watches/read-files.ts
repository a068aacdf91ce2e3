import { hash } from 'node:crypto'
import type { UrlPatterns } from '@pagebell/crawl/url-filter'
import { type Hub, isComplete, type ListedPage } from '@pagebell/sitemaps/listing'
import { firstPages, noPages, type PackedPages, unpackPortion } from '@pagebell/sitemaps/packed-pages'
import type { PackedListing } from '@pagebell/sitemaps/read-listing'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { belongsTo } from '@pagebell/urls/project-name'
import { type FileVersion, type RequestTools, requestFile } from './request-file.ts'
import type { WatchSettings } from './watch.ts'

/** What is remembered of a file from one scan to the next. */
export type StoredFile = FileVersion & {
  url: string
  /** How many it had when it was read last; null: it never was. */
  pages: number | null
  is_feed: boolean
  dates: { trusted: boolean; detail: string }
  /** Whether its pages are looked at, because its dates are not trusted. */
  looks: boolean
  /** The patterns by which its pages were chosen when it was read last, if the watch has got others since. */
  chosen_by?: UrlPatterns
}

/** refused: not to be had, or not to be believed. */
export type ReadFile = StoredFile & { state: 'read' | 'unchanged' | 'refused'; listed: PackedPages }
export type ScanProblem = { code: string; detail: string; file?: string }

export type WatchedFiles = {
  accountId: string
  project: string
  settings: Pick<WatchSettings, 'url' | 'kind'>
  stored: readonly StoredFile[]
  /** Reads files although they have not changed, and believes them although they have lost pages. */
  believes: boolean
}
export type FilesOfScan = {
  files: ReadFile[]
  problems: ScanProblem[]
  /** Whether a page that no file names is one that the site no longer names. */
  isComplete: boolean
  /** The hub that the file of the watch names, null for none; absent if the file was not read: it is as before. */
  hub?: Hub | null
}

const maxFiles = 500
export const maxPages = 50_000
/** An index may name indexes, which may name files. */
const maxDepth = 1

/**
 * Reads the file of a watch and, if it is an index, those that it names, one after the other. `onFile` is called after
 * each one, and throws if the scan is not to go on.
 */
export async function readFiles(
  watched: WatchedFiles,
  tools: RequestTools,
  onFile: () => Promise<void>,
): Promise<FilesOfScan> {
  const known = new Map(watched.stored.map((file) => [file.url, file]))
  const queue = [{ url: watched.settings.url, depth: 0 }]
  const named = new Set([watched.settings.url])
  const found: FilesOfScan = { files: [], problems: [], isComplete: true }
  let room = maxPages
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { url, depth } = next
    const before = known.get(url) ?? neverRead(url)
    const outcome = await readOne(watched, before, tools, room)
    await onFile()
    found.problems.push(...outcome.problems.map((problem) => ({ ...problem, file: url })))
    if (outcome.isPart) found.isComplete = false
    if (url === watched.settings.url && outcome.hub !== undefined) found.hub = outcome.hub
    if (outcome.kind === 'file') {
      found.files.push(outcome.file)
      room -= outcome.file.state === 'unchanged' ? (before.pages ?? 0) : outcome.file.listed.count
      continue
    }
    const added = addFiles(outcome.named, { depth, project: watched.project, names: named })
    found.problems.push(...added.problems.map((problem) => ({ ...problem, file: url })))
    if (added.isPart) found.isComplete = false
    queue.push(...added.files)
  }
  return found
}

type ReadOutcome = { problems: ScanProblem[]; isPart: boolean; hub?: Hub | null } & (
  | { kind: 'file'; file: ReadFile }
  | { kind: 'index'; named: PackedPages }
)

async function readOne(
  { accountId, project, settings, believes }: WatchedFiles,
  before: StoredFile,
  tools: RequestTools,
  room: number,
): Promise<ReadOutcome> {
  const refused = (...problems: ScanProblem[]): ReadOutcome => {
    return { kind: 'file', file: { ...before, state: 'refused', listed: noPages }, problems, isPart: true }
  }
  const known = before.pages === null || believes ? undefined : before
  const answer = await requestFile({ accountId, project, url: before.url, known }, tools)
  if (answer.kind === 'unchanged')
    return { kind: 'file', file: { ...before, state: 'unchanged', listed: noPages }, problems: [], isPart: false }
  if (answer.kind === 'failed') return refused({ code: answer.code, detail: answer.detail })
  const { kind: _kind, listing, hub, ...version } = answer
  if (listing.kind === 'unreadable') return refused(listing.problem)
  const isPart = !isComplete(listing)
  // What is foreign is a matter of the project, not of the file's host.
  const problems: ScanProblem[] = listing.problems.filter(({ code }) => code !== 'other_host')
  if (listing.kind === 'index') return { kind: 'index', named: listing.files, problems, isPart, hub }
  const refusal = whyRefused(listing, { kind: settings.kind, before: believes ? null : before.pages })
  if (refusal !== undefined) return refused(...problems, refusal)
  const isCut = listing.pages.count > room
  if (isCut)
    problems.push({ code: 'too_many_pages', detail: `A watch reads ${maxPages} pages; the others are left out.` })
  const { chosen_by: _chosenBy, ...remembered } = before
  const file = {
    ...remembered,
    ...version,
    pages: listing.pages.count,
    is_feed: isFeed(listing.kind),
    dates: listing.dates,
    state: 'read' as const,
    listed: firstPages(listing.pages, Math.max(0, room)),
  }
  return { kind: 'file', file, problems, isPart: isPart || isCut, hub }
}

const neverRead = (url: string): StoredFile => ({
  url,
  etag: null,
  last_modified: null,
  digest: null,
  pages: null,
  is_feed: false,
  dates: { trusted: false, detail: 'The file has not been read yet.' },
  looks: false,
})

const isFeed = (kind: PackedListing['kind']): boolean => kind === 'rss' || kind === 'atom' || kind === 'json_feed'

type PageList = Extract<PackedListing, { pages: PackedPages }>

/** Why a file is not believed; `before`: how many pages it had, null if that does not count. */
function whyRefused(
  { kind, pages }: PageList,
  asked: { kind: WatchSettings['kind']; before: number | null },
): ScanProblem | undefined {
  const found = isFeed(kind) ? 'feed' : 'sitemap'
  if (asked.kind !== 'auto' && asked.kind !== found)
    return { code: 'wrong_kind', detail: `The watch expects a ${asked.kind}, and this is a ${found}.` }
  if (found === 'feed' || asked.before === null || !isShrunk(asked.before, pages.count)) return undefined
  const detail = `It had ${asked.before} pages and has ${pages.count} now, which is not believed: nothing is removed.`
  return { code: 'shrunk', detail }
}

/** A list that lost so many is more often a broken build than a smaller site. */
export function isShrunk(before: number, now: number): boolean {
  const lost = before - now
  return lost >= 20 && lost > before * 0.3
}

type AddedFiles = { files: { url: string; depth: number }[]; problems: ScanProblem[]; isPart: boolean }

/** The files that an index names, if they are on the project's own hosts, each once. */
function addFiles(
  listed: PackedPages,
  { depth, project, names }: { depth: number; project: string; names: Set<string> },
): AddedFiles {
  const added: AddedFiles = { files: [], problems: [], isPart: false }
  const stop = (code: string, detail: string): AddedFiles => {
    return { ...added, problems: [...added.problems, { code, detail }], isPart: true }
  }
  if (depth > maxDepth) return stop('too_deep', 'It is an index that an index of an index names, which is not read.')
  const ownUrl = ({ url }: ListedPage): string[] => {
    const normalised = normaliseUrl(url)
    return normalised.ok && belongsTo(normalised.host, project) ? [normalised.url] : []
  }
  const own = listed.portions.flatMap((portion) => unpackPortion(portion).flatMap(ownUrl))
  const foreign = listed.count - own.length
  if (foreign > 0) {
    const files = foreign === 1 ? 'One of its files is' : `${foreign} of its files are`
    added.problems.push({ code: 'foreign_files', detail: `${files} not on ${project}, and not read.` })
  }
  for (const url of own) {
    if (names.has(url)) continue
    if (names.size > maxFiles)
      return stop('too_many_files', `A watch reads ${maxFiles} files; the others are left out.`)
    names.add(url)
    added.files.push({ url, depth: depth + 1 })
  }
  return added
}

/** The key of a file in the rows of its pages: 8 bytes, in hex digits. */
export const fileKey = (url: string): string => hash('sha256', url).slice(0, 16)
