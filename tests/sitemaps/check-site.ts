import { type DateVerdict, judgeDates } from '@pagebell/sitemaps/judge-dates'
import { isComplete } from '@pagebell/sitemaps/listing'
import { type ListedPage, type Listing, readListing } from '@pagebell/sitemaps/read-listing'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import type { BuiltSite, ExpectedListing, ExpectedPage } from './generator.ts'

/** `differences` is empty if a file was read as it has to be; `files` are those of an index. */
export type CheckedListing = {
  path: string
  kind: Listing['kind']
  files: number
  pages: number
  dates: DateVerdict['reason']
  differences: string[]
}

/** Reads a file of a site, and the files of an index, and compares them with what was written. */
export async function checkListing(
  site: BuiltSite,
  origin: string,
  expected: ExpectedListing,
): Promise<CheckedListing> {
  const differences: string[] = []
  const pages: ListedPage[] = []
  let files = 0
  const first = await read(expected.path)
  const { reason } = judgeDates(pages)
  if (first.kind !== expected.kind) differences.push(`it is read as ${first.kind}, not as ${expected.kind}`)
  if (reason !== expected.dates) differences.push(`its dates are judged ${reason}, not ${expected.dates}`)
  const topic = 'hub' in first ? first.hub?.topic : undefined
  const expectedTopic = expected.topic === undefined ? undefined : `${origin}${expected.topic}`
  if (topic !== expectedTopic) differences.push(`its topic at a hub is ${topic}, not ${expectedTopic}`)
  differences.push(...comparePages(pages, origin, expected.pages))
  return { path: expected.path, kind: first.kind, files, pages: pages.length, dates: reason, differences }

  async function read(path: string): Promise<Listing> {
    const listing = readListing({ url: `${origin}${path}`, contentType: null, bytes: await site.fetchFile(path) })
    if (listing.kind === 'unreadable') {
      differences.push(`${path} is unreadable: ${listing.problem.detail}`)
      return listing
    }
    differences.push(...listing.problems.map(({ detail }) => `${path}: ${detail}`))
    if (!isComplete(listing)) differences.push(`${path} does not count as complete`)
    if (listing.kind !== 'index') pages.push(...listing.pages)
    else {
      files += listing.files.length
      for (const { url } of listing.files) await read(pathOf(url))
    }
    return listing
  }
}

function comparePages(pages: readonly ListedPage[], origin: string, expected: readonly ExpectedPage[]): string[] {
  const left = new Map(expected.map(({ path, lastmod }) => [normalised(`${origin}${path}`), lastmod]))
  const differences: string[] = []
  for (const { url, lastmod } of pages) {
    const known = normalised(url)
    const date = left.get(known)
    if (!left.delete(known)) differences.push(`${url} was not written, or is listed twice`)
    else if (date !== undefined && date !== lastmod) differences.push(`${url} has the date ${lastmod}, not ${date}`)
  }
  return [...differences, ...[...left.keys()].map((url) => `${url} is missing`)]
}

/** Generators spell what is not ASCII in several ways. */
function normalised(url: string): string {
  const result = normaliseUrl(url)
  if (!result.ok) throw new Error(`${url}: ${result.reason}`)
  return result.url
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}
