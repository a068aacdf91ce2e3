import type { ListedPage } from './listing.ts'

/**
 * A list of pages in portions of `pagesPerPortion`, the last one shorter. Each is the bytes of a JSON array: they are
 * outside of the heap, and can be moved from one thread to another.
 */
export type PackedPages = { count: number; portions: Uint8Array<ArrayBuffer>[] }

export type PagePacker = {
  readonly count: number
  add(page: ListedPage): void
  /** Removes the page that was added last. */
  dropLast(): void
  /** Ends the list. */
  pack(): PackedPages
}

export const pagesPerPortion = 250
export const noPages: PackedPages = { count: 0, portions: [] }

/** Packs pages as they are added, so that a portion of them at most is in the heap. */
export function packPages(): PagePacker {
  const portions: PackedPages['portions'] = []
  let last: ListedPage[] = []

  const close = (): void => {
    if (last.length > 0) portions.push(new TextEncoder().encode(JSON.stringify(last)))
    last = []
  }
  const count = (): number => portions.length * pagesPerPortion + last.length
  return {
    get count() {
      return count()
    },
    add(page) {
      // A full portion stays open until the next page, which keeps the last one within reach.
      if (last.length === pagesPerPortion) close()
      last.push(page)
    },
    dropLast: () => void last.pop(),
    pack() {
      const packed = { count: count(), portions }
      close()
      return packed
    },
  }
}

export function unpackPortion(portion: Uint8Array): ListedPage[] {
  return JSON.parse(new TextDecoder().decode(portion)) as ListedPage[]
}

export function unpackPages({ portions }: PackedPages): ListedPage[] {
  return portions.flatMap(unpackPortion)
}

/** The first `max` pages of a list. */
export function firstPages(pages: PackedPages, max: number): PackedPages {
  if (pages.count <= max) return pages
  const whole = Math.floor(max / pagesPerPortion)
  const next = pages.portions[whole]
  const packer = packPages()
  for (const page of next === undefined ? [] : unpackPortion(next).slice(0, max % pagesPerPortion)) packer.add(page)
  return { count: max, portions: [...pages.portions.slice(0, whole), ...packer.pack().portions] }
}
