import type { Socket } from 'node:net'
import { Client, errors } from 'undici'
import type { Connection } from './connect-checked.ts'
import { type Beyond, decodeBody } from './decode-body.ts'
import { FetchFailure } from './fetch-failure.ts'
import { isRedirect } from './redirect-target.ts'

const maxHeaderBytes = 16_384
const pieceBytes = 4_096

export type OneRequest = {
  url: URL
  method: string
  headers: Record<string, string>
  body?: string | Buffer
  maxBytes: number
  beyond: Beyond
  firstByteMs: number
  onBody?: (piece: Buffer) => void
}
export type OneResponse = { status: number; headers: [string, string][]; body: Buffer; ttfbMs: number }

/** A redirect, and 304, which has no body, though it may name the encoding of one. */
const isWithoutBody = (status: number): boolean => isRedirect(status) || status === 304

/** Sends one request over a checked connection. The body of a redirect is not read. */
export async function requestOnce(
  connection: Connection,
  options: OneRequest,
  signal: AbortSignal,
): Promise<OneResponse> {
  const client = new Client(options.url.origin, {
    // undici never settles if `connect` calls back before it returns.
    connect: (_options, callback) => queueMicrotask(() => callback(null, readInPieces(connection.socket))),
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: options.firstByteMs,
    bodyTimeout: options.firstByteMs,
    pipelining: 1,
  })
  const started = performance.now()
  try {
    const response = await client.request({
      path: options.url.pathname + options.url.search,
      method: options.method as 'GET',
      headers: options.headers,
      signal,
      ...(options.body === undefined ? {} : { body: options.body }),
    })
    const ttfbMs = performance.now() - started
    // Never removed: the connection may break while the body is not read, as when headers or encoding are refused.
    response.body.on('error', () => response.body.destroy())
    const headers = asList(response.headers)
    const size = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
    if (size > maxHeaderBytes) throw new FetchFailure('too_large', 'The headers have more than 16 KB.')
    const status = response.statusCode
    const skips = options.method === 'HEAD' || options.maxBytes === 0 || isWithoutBody(status)
    if (skips) response.body.destroy()
    const encoding = headers.find(([name]) => name === 'content-encoding')?.[1]
    const pieces: Buffer[] = []
    const { onBody = (piece) => void pieces.push(piece) } = options
    if (!skips) await decodeBody(response.body, encoding, options, onBody)
    return { status, headers, body: Buffer.concat(pieces), ttfbMs }
  } catch (error) {
    throw asFailure(error, signal)
  } finally {
    connection.socket.destroy()
    await client.destroy()
  }
}

/**
 * Makes the socket return at most 4 KB a read, and nothing once it is destroyed. undici checks whether it has given up only
 * between reads: for the 16,000 empty headers that fit into 64 KB it creates an error each, which takes half a second.
 */
function readInPieces(socket: Socket): Socket {
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    if (socket.destroyed) return null
    return read(size ?? (socket.readableLength > pieceBytes ? pieceBytes : undefined))
  }
  return socket
}

function asList(headers: Record<string, string | string[] | undefined>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
}

function asFailure(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof FetchFailure) return error
  if (signal.aborted) return signal.reason
  if (error instanceof errors.HeadersOverflowError) {
    return new FetchFailure('too_large', 'The headers have more than 16 KB.', error)
  }
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) {
    return new FetchFailure('timeout', 'The server did not answer in time.', error)
  }
  return new FetchFailure('refused', 'The server broke off the connection.', error)
}
