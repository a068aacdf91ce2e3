import { Client, errors } from 'undici'
import type { Connection } from './connect-checked.ts'
import { type Beyond, decodeBody } from './decode-body.ts'
import { FetchFailure } from './fetch-failure.ts'
import { readInPieces } from './read-in-pieces.ts'
import { isRedirect } from './redirect-target.ts'

const mostHeaderBytes = 16_384

export type OneRequest = {
  url: URL
  method: string
  headers: Record<string, string>
  body?: string | Buffer
  maxBytes: number
  beyond: Beyond
  firstByteMs: number
}
export type OneResponse = { status: number; headers: [string, string][]; body: Buffer; ttfbMs: number }

/** One request over a connection that has been checked; a redirect's body is not read. */
export async function requestOnce(
  connection: Connection,
  wanted: OneRequest,
  signal: AbortSignal,
): Promise<OneResponse> {
  const client = new Client(wanted.url.origin, {
    // undici waits for ever if it is answered before it has asked.
    connect: (_options, callback) => queueMicrotask(() => callback(null, readInPieces(connection.socket))),
    maxHeaderSize: mostHeaderBytes,
    headersTimeout: wanted.firstByteMs,
    bodyTimeout: wanted.firstByteMs,
    pipelining: 1,
  })
  const started = performance.now()
  try {
    const response = await client.request({
      path: wanted.url.pathname + wanted.url.search,
      method: wanted.method as 'GET',
      headers: wanted.headers,
      signal,
      ...(wanted.body === undefined ? {} : { body: wanted.body }),
    })
    const ttfbMs = performance.now() - started
    // Stays for good: the connection may break while nobody reads, as when the headers or the encoding are refused.
    response.body.on('error', () => response.body.destroy())
    const headers = asList(response.headers)
    const size = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
    if (size > mostHeaderBytes) throw new FetchFailure('too_large', 'The headers have more than 16 KB.')
    const status = response.statusCode
    const skips = wanted.method === 'HEAD' || wanted.maxBytes === 0 || isRedirect(status)
    if (skips) response.body.destroy()
    const encoding = headers.find(([name]) => name === 'content-encoding')?.[1]
    const body = skips ? Buffer.alloc(0) : await decodeBody(response.body, encoding, wanted.maxBytes, wanted.beyond)
    return { status, headers, body, ttfbMs }
  } catch (error) {
    throw asFailure(error, signal)
  } finally {
    connection.socket.destroy()
    await client.destroy()
  }
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
