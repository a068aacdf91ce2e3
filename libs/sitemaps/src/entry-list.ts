import { maxUrlLength } from '@pagebell/urls/normalise-url'
import { withoutWww } from '@pagebell/urls/without-www'
import { countDates, type DateVerdict } from './judge-dates.ts'
import { type PackedPages, packPages } from './packed-pages.ts'
import type { ProblemList } from './problem-list.ts'
import { readDate } from './read-date.ts'

/**
 * What a file says of one page. `dates` in order of preference: the first that can be read counts. `base` is what a
 * relative address is resolved against; null in formats that have none.
 */
export type Entry = { address: string; dates: readonly (string | undefined)[]; base: string | null }

export type EntryList = {
  readonly count: number
  /** Adds an entry, or counts why not. False if the list was full. */
  add(entry: Entry): boolean
  /** Removes the entry that was added last, whose date still counts. */
  dropLast(): void
  /** Whether the dates of the entries can be trusted. */
  judgeDates(): DateVerdict
  /** Ends the list. */
  pack(): PackedPages
}

export function entryList(fileUrl: string, maxPages: number, problems: ProblemList): EntryList {
  const fileHost = withoutWww(new URL(fileUrl).host)
  const pages = packPages()
  const counted = countDates()
  return {
    get count() {
      return pages.count
    },
    dropLast: () => pages.dropLast(),
    judgeDates: () => counted.judge(),
    pack: () => pages.pack(),
    add({ address, dates, base }) {
      if (pages.count >= maxPages) return false
      const page = readAddress(address, base)
      if (page === null) {
        problems.count('bad_address', address)
        return true
      }
      if (withoutWww(page.parsed.host) !== fileHost) problems.count('other_host', page.url)
      const lastmod = readDates(dates)
      counted.add(lastmod)
      pages.add({ url: page.url, lastmod })
      return true
    },
  }

  function readDates(dates: readonly (string | undefined)[]): string | null {
    const written = dates.flatMap((date) => (date === undefined || date.trim() === '' ? [] : [date]))
    for (const date of written) {
      const read = readDate(date)
      if (read !== null) return read
    }
    if (written[0] !== undefined) problems.count('bad_date', written[0])
    return null
  }
}

function readAddress(written: string, base: string | null): { url: string; parsed: URL } | null {
  const text = written.trim()
  if (text === '' || text.length > maxUrlLength) return null
  const absolute = URL.parse(text)
  const parsed = absolute ?? (base === null ? null : URL.parse(text, base))
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return null
  if (absolute !== null) return { url: ownCopy(text), parsed }
  // The base may be of any length, once for each entry.
  return parsed.href.length > maxUrlLength ? null : { url: parsed.href, parsed }
}

/** A string that does not keep the whole piece of the file in memory from which it was cut. */
function ownCopy(text: string): string {
  return Buffer.from(text).toString()
}
