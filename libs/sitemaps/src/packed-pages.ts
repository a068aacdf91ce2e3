import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { ListedPage } from './listing.ts'

/**
 * A list of pages in portions of `pagesPerPortion`, the last one shorter. Each is a JSON array, compressed: its bytes are
 * outside of the heap, a tenth of the addresses, and can be moved from one thread to another.
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
const fastest = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** Of most portions. */
const portionBytes = 65_536
/** Longer than any portion: an address has 2,048 characters at most. */
const maxPortionBytes = 8_388_608
export const noPages: PackedPages = { count: 0, portions: [] }

/** Packs pages as they are added, so that a portion of them at most is in the heap. */
export function packPages(): PagePacker {
  const portions: PackedPages['portions'] = []
  let last: ListedPage[] = []

  const close = (): void => {
    if (last.length > 0) portions.push(compress(Buffer.from(JSON.stringify(last))))
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

function compress(json: Buffer): Uint8Array<ArrayBuffer> {
  // Of a known size, because for an unknown one it takes a megabyte. A copy, because a small Buffer is part of a larger one.
  return new Uint8Array(zstdCompressSync(json, { ...fastest, pledgedSrcSize: json.length }))
}

export function unpackPortion(portion: Uint8Array): ListedPage[] {
  return JSON.parse(
    zstdDecompressSync(portion, { chunkSize: portionBytes, maxOutputLength: maxPortionBytes }).toString(),
  ) as ListedPage[]
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
