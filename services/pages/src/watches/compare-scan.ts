import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { belongsTo } from '@pagebell/urls/project-name'
import { hashUrl } from '../url-hash.ts'
import { fileKey, isShrunk, type ReadFile, type ScanProblem } from './read-files.ts'

/** A page of a watch as it is stored. `file` is the key of its file. */
export type KnownUrl = { lastmod: string | null; file: string; missing: number }
/** A page as a file of this scan names it; `hash` in hex digits. */
export type ListedUrl = { hash: string; url: string; lastmod: string | null; file: ReadFile }

export type ScanDifference = {
  /** Pages in the files that were read, each once. */
  found: number
  /** Entries that are not of the project, that cannot be used, or that the patterns leave out. */
  skipped: number
  foreign: number
  added: ListedUrl[]
  /** Whose date is another one, or who moved to another file. */
  moved: (ListedUrl & { isDateNew: boolean })[]
  /** Hashes of pages that were missing and are named again. */
  returned: string[]
  /** Hashes of pages that no file names; empty if the scan does not tell that. */
  missing: string[]
  problem?: ScanProblem
}

type Scan = {
  project: string
  files: readonly ReadFile[]
  /** Whether a page that no file names is one that the site no longer names. */
  isComplete: boolean
  believes: boolean
  isWatched: (url: URL) => boolean
}

/** Compares what the files of a scan name with what the scans before have found. A pure function. */
export function compareScan(known: ReadonlyMap<string, KnownUrl>, scan: Scan): ScanDifference {
  const { listed, skipped, foreign } = listUrls(scan)
  const difference: ScanDifference = {
    found: listed.size,
    skipped,
    foreign,
    added: [],
    moved: [],
    returned: [],
    missing: [],
  }
  for (const one of listed.values()) {
    const before = known.get(one.hash)
    if (before === undefined) {
      difference.added.push(one)
      continue
    }
    const isDateNew = one.lastmod !== null && before.lastmod !== null && one.lastmod !== before.lastmod
    if (isDateNew || one.lastmod !== before.lastmod || fileKey(one.file.url) !== before.file)
      difference.moved.push({ ...one, isDateNew })
    if (before.missing > 0) difference.returned.push(one.hash)
  }
  if (!scan.isComplete) return difference
  const missing = missingUrls(known, listed, scan.files)
  const isLost = missing.filter((hash) => known.get(hash)?.missing === 0).length
  if (scan.believes || !isShrunk(known.size, known.size - isLost)) return { ...difference, missing }
  const detail = `${isLost} of ${known.size} pages are in no file any more, which is not believed: nothing is removed.`
  return { ...difference, problem: { code: 'shrunk', detail } }
}

/** The pages of the project that the files name. Of a page in several files the first one counts. */
function listUrls({ project, files, isWatched }: Scan) {
  const listed = new Map<string, ListedUrl>()
  let [skipped, foreign] = [0, 0]
  for (const file of files)
    for (const { url: written, lastmod } of file.listed) {
      const normalised = normaliseUrl(written)
      if (!normalised.ok) {
        skipped += 1
        continue
      }
      const { url, host } = normalised
      const isOwn = belongsTo(host, project)
      if (!isOwn) foreign += 1
      if (!isOwn || !isWatched(new URL(url))) {
        skipped += 1
        continue
      }
      const hash = hashUrl(url).toString('hex')
      if (!listed.has(hash)) listed.set(hash, { hash, url, lastmod, file })
    }
  return { listed, skipped, foreign }
}

/**
 * A feed names its newest pages alone. A file that has not changed names what it named before, and does not name what
 * it did not.
 */
function missingUrls(
  known: ReadonlyMap<string, KnownUrl>,
  listed: ReadonlyMap<string, ListedUrl>,
  files: readonly ReadFile[],
): string[] {
  const keysOf = (chosen: readonly ReadFile[]) => new Set(chosen.map(({ url }) => fileKey(url)))
  const feeds = keysOf(files.filter(({ is_feed }) => is_feed))
  const unchanged = keysOf(files.filter(({ state }) => state === 'unchanged'))
  return [...known].flatMap(([hash, { file, missing }]) => {
    const keepsPage = feeds.has(file) || (unchanged.has(file) && missing === 0)
    return listed.has(hash) || keepsPage ? [] : [hash]
  })
}
