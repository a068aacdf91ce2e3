import type { Readable } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { errorCode, FetchFailure } from './fetch-failure.ts'

const lenient = { finishFlush: constants.Z_SYNC_FLUSH }

/** What to do with a body beyond the limit: refuse it, or leave the rest unread. */
export type Beyond = 'refuse' | 'leave'

export type BodyLimits = { maxBytes: number; beyond: Beyond }

/**
 * Decompresses a body and hands it on in pieces, counting bytes as they inflate, so that a decompression bomb ends at the
 * limit.
 */
export async function decodeBody(
  body: Readable,
  encoding: string | undefined,
  { maxBytes, beyond }: BodyLimits,
  onPiece: (piece: Buffer) => void,
): Promise<void> {
  const decoder = await decoderFor(encoding, body)
  const stream = decoder === null ? body : body.pipe(decoder)
  if (decoder !== null) body.once('error', (error) => decoder.destroy(error))
  let size = 0
  try {
    for await (const chunk of stream) {
      const left = maxBytes - size
      size += chunk.length
      if (size > maxBytes && beyond === 'refuse') {
        throw new FetchFailure('too_large', `The body has more than ${maxBytes} bytes.`)
      }
      onPiece(size > maxBytes ? chunk.subarray(0, left) : chunk)
      if (size >= maxBytes && beyond === 'leave') return
    }
  } catch (error) {
    if (isZlibError(error)) throw new FetchFailure('not_html', 'The body does not decode as its encoding says.', error)
    throw error
  } finally {
    body.destroy()
    decoder?.destroy()
  }
}

/** What browsers or old servers know; any other word, such as `utf-8` or `none`, means nothing to a browser. */
const coding = /\b(?:gzip|deflate|compress|br|zstd)\b/

async function decoderFor(encoding: string | undefined, body: Readable) {
  const name = encoding?.trim().toLowerCase() ?? ''
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(lenient)
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
    case 'zstd':
      return createZstdDecompress()
    case 'deflate':
      return (await startsAsZlib(body)) ? createInflate(lenient) : createInflateRaw(lenient)
    default:
      if (!coding.test(name)) return null
      throw new FetchFailure('not_html', 'The body is encoded twice, or in a way that browsers do not read.')
  }
}

/** Servers send both the zlib format, which the standard requires, and raw deflate. */
async function startsAsZlib(body: Readable): Promise<boolean> {
  for (;;) {
    const chunk: Buffer | null = body.read()
    if (chunk !== null) {
      body.unshift(chunk)
      return ((chunk[0] ?? 0) & 0x0f) === 8
    }
    // A body that failed before it is piped would never end its decoder.
    if (body.errored) throw body.errored
    if (body.readableEnded || body.destroyed) return true
    const { promise, resolve } = Promise.withResolvers<void>()
    for (const event of ['readable', 'end', 'close'] as const) body.once(event, resolve)
    await promise
  }
}

function isZlibError(error: unknown): boolean {
  return /^(Z_|ERR_BROTLI|ERR__ERROR|ERR_ZSTD|ZSTD_)/.test(errorCode(error))
}
