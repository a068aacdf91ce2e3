import type { ListedPage } from '@pagebell/sitemaps/listing'
import { unpackPortion } from '@pagebell/sitemaps/packed-pages'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { belongsTo } from '@pagebell/urls/project-name'
import { hashUrl } from '../url-hash.ts'
import { fileKey, type ReadFile } from './read-files.ts'

/** A page of a watch as it is stored. `file` is the key of its file. */
export type KnownUrl = { lastmod: string | null; file: string; missing: number }
/** A page as a file of this scan names it; `hash` in hex digits, `file` the key of `source`. */
export type ListedUrl = { hash: string; url: string; lastmod: string | null; file: string; source: ReadFile }

/** Pages of the project that files name; `leftOut`: hashes of those that the patterns leave out. */
export type ListedPortion = { urls: ListedUrl[]; leftOut: string[] }
/** The pages of the project that files name, each once, in portions. The rest is complete after the last portion. */
export type ListedUrls = {
  portions: Iterable<ListedPortion>
  hashes: Set<string>
  /** Entries that are not of the project, that cannot be used, or that the patterns leave out. */
  skipped: number
  foreign: number
}

type ScannedFiles = { project: string; files: readonly ReadFile[]; isWatched: (url: URL) => boolean }

/** Reads what the files of a scan name. Of a page in several files the first one counts. */
export function listUrls({ project, files, isWatched }: ScannedFiles): ListedUrls {
  const listed: ListedUrls = { portions: portions(), hashes: new Set(), skipped: 0, foreign: 0 }
  return listed

  function* portions(): Generator<ListedPortion> {
    for (const source of files) {
      const file = fileKey(source.url)
      for (const portion of source.listed.portions) {
        const leftOut: string[] = []
        const urls = unpackPortion(portion)
          .flatMap((page) => ownUrl(page, leftOut) ?? [])
          .map((one) => ({ ...one, file, source }))
        yield { urls, leftOut }
      }
    }
  }

  function ownUrl({ url: written, lastmod }: ListedPage, leftOut: string[]) {
    const normalised = normaliseUrl(written)
    if (!normalised.ok) {
      listed.skipped += 1
      return undefined
    }
    const { url, host } = normalised
    if (!belongsTo(host, project)) {
      listed.foreign += 1
      listed.skipped += 1
      return undefined
    }
    const hash = hashUrl(url).toString('hex')
    if (!isWatched(new URL(url))) {
      listed.skipped += 1
      leftOut.push(hash)
      return undefined
    }
    if (listed.hashes.has(hash)) return undefined
    listed.hashes.add(hash)
    return { hash, url, lastmod }
  }
}

export type UrlDifference = {
  added: ListedUrl[]
  /** Whose date is another one, or who moved to another file. */
  moved: (ListedUrl & { isDateNew: boolean })[]
  /** Hashes of pages that were missing and are named again. */
  returned: string[]
}

/** Compares pages that the files name with what the scans before have found of them. A pure function. */
export function compareUrls(known: ReadonlyMap<string, KnownUrl>, listed: readonly ListedUrl[]): UrlDifference {
  const difference: UrlDifference = { added: [], moved: [], returned: [] }
  for (const one of listed) {
    const before = known.get(one.hash)
    if (before === undefined) {
      difference.added.push(one)
      continue
    }
    const isDateNew = one.lastmod !== null && before.lastmod !== null && one.lastmod !== before.lastmod
    if (one.lastmod !== before.lastmod || one.file !== before.file) difference.moved.push({ ...one, isDateNew })
    if (before.missing > 0) difference.returned.push(one.hash)
  }
  return difference
}

/**
 * Whether a page counts as missing that no file names. A feed names its newest pages alone. A file that has not changed
 * names what it named before, and does not name what it did not.
 */
export function createMissingFilter(files: readonly ReadFile[]): (known: KnownUrl) => boolean {
  const keysOf = (chosen: readonly ReadFile[]) => new Set(chosen.map(({ url }) => fileKey(url)))
  const feeds = keysOf(files.filter(({ is_feed }) => is_feed))
  const unchanged = keysOf(files.filter(({ state }) => state === 'unchanged'))
  return ({ file, missing }) => !feeds.has(file) && !(unchanged.has(file) && missing === 0)
}
