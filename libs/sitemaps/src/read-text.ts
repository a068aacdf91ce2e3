import type { EntryList } from './entry-list.ts'

/** `isListing` is whether at least half of the lines are addresses: any other text may name some. */
export type TextReading = { isListing: boolean; isFull: boolean }

const maxLineLength = 8_192

/** Reads a text sitemap, an address a line (https://www.sitemaps.org/protocol.html#otherformats), into `entries`. */
export function readText(pieces: Iterable<string>, entries: EntryList): TextReading {
  let rest = ''
  let lineCount = 0
  let isFull = false
  for (const piece of pieces) {
    const lines = (rest + piece).split(/\r\n|\n|\r/)
    // The end of a longer line is dropped: no address is that long.
    rest = (lines.pop() ?? '').slice(0, maxLineLength)
    for (const line of lines) addLine(line)
    if (isFull) break
  }
  if (!isFull) addLine(rest)
  return { isListing: entries.count > 0 && entries.count >= lineCount / 2, isFull }

  function addLine(line: string): void {
    if (line.trim() === '') return
    lineCount += 1
    isFull ||= !entries.add({ address: line.slice(0, maxLineLength), dates: [], base: null })
  }
}
