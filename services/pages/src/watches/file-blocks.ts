import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

const blockBytes = 262_144
/** Sitemaps shrink to a tenth or less even so. */
const fastest = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

export type FileBlocks = {
  add(piece: Uint8Array): void
  /** Ends the file. */
  end(): Uint8Array<ArrayBuffer>[]
}

/**
 * Collects a file that arrives in pieces, and compresses it block by block: it waits for the thread, which reads it
 * again if it is in another encoding, and memory hardly depends on its size. Each block can be moved.
 */
export function collectBlocks(): FileBlocks {
  const compressed: Uint8Array<ArrayBuffer>[] = []
  const block = new Uint8Array(blockBytes)
  let used = 0
  const compress = (): void => {
    // A copy, because a small Buffer is part of a larger one.
    const options = { ...fastest, pledgedSrcSize: used }
    if (used > 0) compressed.push(new Uint8Array(zstdCompressSync(block.subarray(0, used), options)))
    used = 0
  }
  return {
    add(piece) {
      for (let at = 0; at < piece.length; ) {
        const part = piece.subarray(at, at + blockBytes - used)
        block.set(part, used)
        used += part.length
        at += part.length
        if (used === blockBytes) compress()
      }
    },
    end() {
      compress()
      return compressed
    },
  }
}

/** The file, a block at a time, as often as it is iterated over. */
export function readBlocks(compressed: readonly Uint8Array[]): Iterable<Uint8Array> {
  return {
    *[Symbol.iterator]() {
      for (const block of compressed) yield zstdDecompressSync(block, { chunkSize: blockBytes })
    },
  }
}
