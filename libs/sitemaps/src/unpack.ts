import { Inflate, Z_SYNC_FLUSH } from 'pako'

/**
 * Bytes of a file as it is read: `cut` says, after the last chunk, why there are no more; null at the end of the file.
 */
export type ByteSource = { chunks: Iterable<Uint8Array>; cut: 'damaged' | 'too_large' | null }

const plainChunkBytes = 65_536
/** Deflate grows data at most 1,032 times: what one chunk unpacks to stays below 5 MB. */
const packedChunkBytes = 4_096

/**
 * The bytes of a file, which is in `blocks`, in chunks; unpacked if they are gzip: by their first two bytes, because
 * names and headers are often wrong. Stops after `maxBytes` unpacked bytes, and where the packed data is damaged or cut.
 */
export function unpack(blocks: Iterable<Uint8Array>, maxBytes: number): ByteSource {
  const source: ByteSource = { chunks: limited(), cut: null }
  return source

  function* limited(): Generator<Uint8Array> {
    let left = maxBytes
    for (const chunk of isGzip(blocks) ? gunzip() : slices(blocks, plainChunkBytes)) {
      if (chunk.length > left) {
        source.cut = 'too_large'
        yield chunk.subarray(0, left)
        return
      }
      left -= chunk.length
      yield chunk
    }
  }

  // zlib of Node has no streaming call that is synchronous, and gunzipSync holds the whole output twice.
  function* gunzip(): Generator<Uint8Array> {
    const inflate = new Inflate({ chunkSize: plainChunkBytes })
    let output: Uint8Array[] = []
    inflate.onData = (chunk) => output.push(chunk)
    for (const slice of slices(blocks, packedChunkBytes)) {
      inflate.push(slice)
      yield* output
      output = []
      if (inflate.ended) break
    }
    if (!inflate.ended) {
      inflate.push(new Uint8Array(0), Z_SYNC_FLUSH)
      yield* output
    }
    // What follows a complete gzip file, such as padding, is no damage.
    if (!inflate.ended || inflate.err !== 0) source.cut = 'damaged'
  }
}

function isGzip(blocks: Iterable<Uint8Array>): boolean {
  for (const [first, second] of blocks) return first === 0x1f && second === 0x8b
  return false
}

function* slices(blocks: Iterable<Uint8Array>, size: number): Generator<Uint8Array> {
  for (const bytes of blocks) for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
