import { createUrlFilter } from '@pagebell/crawl/url-filter'
import type { Queryable } from '@pagebell/postgres/database'
import { pagesPerPortion } from '@pagebell/sitemaps/packed-pages'
import { compareUrls, createMissingFilter, type ListedUrl, listUrls, type UrlDifference } from './compare-scan.ts'
import { type FilesOfScan, fileKey, isShrunk, type ReadFile, type ScanProblem, type StoredFile } from './read-files.ts'
import type { FileVersion } from './request-file.ts'
import {
  type AddedUrl,
  countDateErrors,
  findKnownUrls,
  forgetUrls,
  insertUrls,
  listKnownUrls,
  type MovedUrl,
  missUrls,
  moveUrls,
  returnUrls,
  setLooks,
} from './watch-urls.sql.ts'
import type { ClaimedWatch, WatchKey } from './watches.sql.ts'

export type ScanCounts = {
  /** Pages in the files that were read, each once. */
  found: number
  /** Entries that are not of the project, that cannot be used, or that the patterns leave out. */
  skipped: number
  foreign: number
  added: number
  /** Whose date is another one. */
  changed: number
  missing: number
}
/** `problem`: why no page counts as missing, of a scan whose files lack nothing. */
export type StoredScan = { files: StoredFile[]; counts: ScanCounts; problem: ScanProblem | undefined }

const dayMs = 86_400_000

/**
 * Compares the pages that files name with those that are stored, a portion at a time, so that the memory of a scan
 * hardly depends on their number; stores the difference, and returns what is remembered of files. Has to be called in
 * a transaction: no page counts as missing before all files have been compared.
 */
export async function storeScan(q: Queryable, watch: ClaimedWatch, scan: FilesOfScan): Promise<StoredScan> {
  const key = { accountId: watch.account_id, projectId: watch.project_id, id: watch.id }
  const errors = await countDateErrors(q, key)
  const judged = new Map(scan.files.map((file) => [file.url, judgeFile(watch, file, errors)]))
  const isWatched = createUrlFilter(watch)
  const wasWatched = earlierFilters(watch.files)
  const listed = listUrls({ project: watch.project, files: scan.files, isWatched })
  if (wasWatched.size > 0) await forgetLeftOut(q, key, isWatched)
  let [added, changed] = [0, 0]
  for (const { urls, leftOut } of listed.portions) {
    if (leftOut.length > 0) await forgetUrls(q, key, leftOut)
    const known = await findKnownUrls(
      q,
      key,
      urls.map(({ hash }) => hash),
    )
    const difference = compareUrls(known, urls)
    await storeDifference(q, watch, difference, { judged, wasWatched })
    added += difference.added.length
    changed += difference.moved.filter(({ isDateNew }) => isDateNew).length
  }
  const compared = { ...scan, believes: watch.believes, listed: listed.hashes, added }
  const { missing, problem } = await findMissing(q, key, compared)
  for (const hashes of portions(missing)) await missUrls(q, key, hashes, watch.deletes === 'off')
  const before = new Map(watch.files.map((file) => [file.url, file]))
  for (const { url, looks } of judged.values())
    if (before.get(url)?.looks !== undefined && before.get(url)?.looks !== looks)
      await setLooks(q, key, fileKey(url), looks)

  const { skipped, foreign } = listed
  const counts = { found: listed.hashes.size, skipped, foreign, added, changed, missing: missing.length }
  const isWhole = scan.isComplete && problem === undefined
  return { files: rememberedFiles(watch, [...judged.values()], isWhole), counts, problem }
}

type UrlFilter = (url: URL) => boolean

/** By the address of each file that was read by other patterns: which pages these chose. */
function earlierFilters(files: readonly StoredFile[]): Map<string, UrlFilter> {
  const compiled = new Map<string, UrlFilter>()
  const filters = new Map<string, UrlFilter>()
  for (const { url, chosen_by } of files) {
    if (chosen_by === undefined) continue
    const patterns = JSON.stringify(chosen_by)
    const filter = compiled.get(patterns) ?? createUrlFilter(chosen_by)
    compiled.set(patterns, filter)
    filters.set(url, filter)
  }
  return filters
}

type ScannedBy = { judged: ReadonlyMap<string, StoredFile>; wasWatched: ReadonlyMap<string, UrlFilter> }

async function storeDifference(
  q: Queryable,
  watch: ClaimedWatch,
  { added, moved, returned }: UrlDifference,
  { judged, wasWatched }: ScannedBy,
): Promise<void> {
  const key = { accountId: watch.account_id, projectId: watch.project_id, id: watch.id }
  const before = new Map(watch.files.map((file) => [file.url, file]))
  const isTrusted = ({ source, lastmod }: ListedUrl) => lastmod !== null && judged.get(source.url)?.looks !== true
  /**
   * What a file names that is read for the first time is what there was before the watch; and so is what the patterns
   * left out when it was read last.
   */
  const isRemembered = ({ url, source }: ListedUrl): boolean => {
    const isKept = watch.remembers || before.get(source.url)?.pages === null
    return watch.first === 'remember' && (isKept || wasWatched.get(source.url)?.(new URL(url)) === false)
  }

  const now = Date.now()
  const news = added.map(({ source, ...one }): AddedUrl => {
    const isDated = isTrusted({ source, ...one })
    const lookAt = isDated ? afterItsDay(one.lastmod, now) : new Date(now + Math.random() * dayMs)
    return { ...one, isWanted: !isRemembered({ source, ...one }), isDated, lookAt }
  })
  const changes = moved.map(({ source, ...one }): MovedUrl => {
    const isDated = isTrusted({ source, ...one })
    const lookAt = isDated ? afterItsDay(one.lastmod, now) : new Date(now)
    return { ...one, isDated, lookAt: one.isDateNew || !isDated ? lookAt : null }
  })
  if (news.length > 0) await insertUrls(q, key, news)
  if (changes.length > 0) await moveUrls(q, key, changes)
  if (returned.length > 0) await returnUrls(q, key, returned)
}

/** The pages of the watch that are stored. */
async function* knownPortions(q: Queryable, key: WatchKey) {
  for (let after = ''; ; ) {
    const portion = await listKnownUrls(q, key, { after, limit: pagesPerPortion })
    yield portion
    const last = portion.at(-1)
    if (last === undefined || portion.length < pagesPerPortion) return
    after = last.hash
  }
}

/** Forgets the pages that other patterns leave out, also those that no file names now. */
async function forgetLeftOut(q: Queryable, key: WatchKey, isWatched: UrlFilter): Promise<void> {
  for await (const portion of knownPortions(q, key)) {
    const leftOut = portion.filter(({ url }) => !isWatched(new URL(url)))
    if (leftOut.length === 0) continue
    await forgetUrls(
      q,
      key,
      leftOut.map(({ hash }) => hash),
    )
  }
}

type ComparedScan = FilesOfScan & {
  believes: boolean
  /** Hashes of all pages that the files name, and how many of them were not known before. */
  listed: ReadonlySet<string>
  added: number
}

/** Hashes of the pages that no file names; none if the scan does not tell that, or is not believed. */
async function findMissing(
  q: Queryable,
  key: WatchKey,
  { files, isComplete, believes, listed, added }: ComparedScan,
): Promise<{ missing: string[]; problem: ScanProblem | undefined }> {
  const missing: string[] = []
  if (!isComplete) return { missing, problem: undefined }
  const countsAsMissing = createMissingFilter(files)
  let [stored, lost] = [0, 0]
  for await (const portion of knownPortions(q, key)) {
    stored += portion.length
    for (const { hash, ...known } of portion) {
      if (listed.has(hash) || !countsAsMissing(known)) continue
      missing.push(hash)
      if (known.missing === 0) lost += 1
    }
  }
  const before = stored - added
  if (believes || !isShrunk(before, before - lost)) return { missing, problem: undefined }
  const detail = `${lost} of ${before} pages are in no file any more, which is not believed: nothing is removed.`
  return { missing: [], problem: { code: 'shrunk', detail } }
}

const noVersion = { etag: null, last_modified: null, digest: null } satisfies FileVersion

/** Of a scan that lacks something, all files are read again, because nothing was missed in them. */
function rememberedFiles(watch: ClaimedWatch, judged: StoredFile[], isWhole: boolean): StoredFile[] {
  if (isWhole) return judged
  // Files that an index did not name are still known.
  const names = new Set(judged.map(({ url }) => url))
  const unread = watch.files.filter(({ url }) => !names.has(url))
  return [...judged, ...unread].map((file) => ({ ...file, ...noVersion }))
}

/** A day is over everywhere twelve hours after it is over in UTC. */
const dayGoesOnMs = 12 * 3_600_000

/**
 * When a page is looked at once more whose date is a day: a second change on that day has the same date. Null for a
 * time, and for a day that is over.
 */
function afterItsDay(lastmod: string | null, now: number): Date | null {
  if (lastmod?.length !== 'YYYY-MM-DD'.length) return null
  const over = Date.parse(lastmod) + dayMs + dayGoesOnMs
  return over > now ? new Date(over) : null
}

const maxWrongShare = 0.2
const minJudged = 20

/** Whether the dates of a file decide which of its pages have changed; if not, they are looked at. */
function judgeFile(
  { trust }: ClaimedWatch,
  { state: _state, listed: _listed, ...file }: ReadFile,
  { judged, wrong }: { judged: number; wrong: number },
): StoredFile {
  if (file.pages === null) return { ...file, looks: false }
  if (trust !== 'auto') return { ...file, looks: trust === 'hash' }
  if (!file.dates.trusted || judged < minJudged || wrong <= judged * maxWrongShare)
    return { ...file, looks: !file.dates.trusted }
  const detail = `Of ${judged} pages whose dates moved, ${wrong} had not changed.`
  return { ...file, dates: { trusted: false, detail }, looks: true }
}

function portions<Item>(items: Item[]): Item[][] {
  const count = Math.ceil(items.length / pagesPerPortion)
  return Array.from({ length: count }, (_, at) => items.slice(at * pagesPerPortion, (at + 1) * pagesPerPortion))
}
