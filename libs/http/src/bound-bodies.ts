import { Transform } from 'node:stream'
import { getHeapStatistics } from 'node:v8'
import { fault } from '@pagebell/faults/fault'
import { announcedBytes } from './announced-bytes.ts'
import type { HttpServer } from './http-server.ts'
import { networkOf } from './network-of.ts'

/** Bodies up to this size are not counted, so that the limit never refuses ordinary requests. */
export const smallBytes = 64 * 1_024

/** Limit of all large bodies in progress. A parsed and validated body takes many times its size on the wire. */
const maxParsedBytes = Math.max(8 * 1_024 * 1_024, getHeapStatistics().heap_size_limit / 24)

type Bounds = {
  /** Bytes of all large bodies in progress. */
  maxBytes: number
  /** Bytes of those of one network, where requests come straight from their clients; `maxBytes` when absent. */
  maxBytesPerNetwork?: number
}

/** Bounds the bodies that are parsed. A scope that parses no JSON is left out: see {@link boundHeldBodies}. */
export function boundBodies(app: HttpServer): void {
  boundHeldBodies(app, { maxBytes: maxParsedBytes }, (scope) => scope.hasContentTypeParser('application/json'))
}

/**
 * Refuses large bodies while those in progress use the whole limit, or that of their network. Counts received bytes,
 * not Content-Length, so that an announced body costs other clients nothing.
 */
export function boundHeldBodies(
  app: HttpServer,
  { maxBytes, maxBytesPerNetwork = maxBytes }: Bounds,
  applies: (scope: HttpServer) => boolean = () => true,
): void {
  let held = 0
  const heldByNetwork = new Map<string, number>()

  function hold(network: string, bytes: number): void {
    held += bytes
    const left = (heldByNetwork.get(network) ?? 0) + bytes
    if (left === 0) heldByNetwork.delete(network)
    else heldByNetwork.set(network, left)
  }

  app.addHook('preParsing', (request, reply, payload, done) => {
    if (announcedBytes(request.headers) <= smallBytes || !applies(request.server as HttpServer))
      return done(null, payload)

    const network = networkOf(request.ip)
    let received = 0
    let refused = false
    reply.raw.once('close', () => hold(network, -received))
    const isFull = (bytes: number) =>
      held + bytes > maxBytes || (heldByNetwork.get(network) ?? 0) + bytes > maxBytesPerNetwork
    const counted = Object.assign(
      new Transform({
        transform(chunk: Buffer, _encoding, pass) {
          refused ||= received + chunk.length > smallBytes && isFull(chunk.length)
          // The rest is read and dropped: a client that is cut off while it sends may never see the answer.
          if (refused) return pass()
          received += chunk.length
          hold(network, chunk.length)
          counted.receivedEncodedLength = received
          pass(null, chunk)
        },
        flush: (end) => end(refused ? tooMuchAtOnce() : null),
      }),
      { receivedEncodedLength: 0 },
    )
    done(null, payload.pipe(counted))
  })
}

const tooMuchAtOnce = () =>
  fault('unavailable', 'Too many large requests at once.', { retryAfterSeconds: 2, details: { outcome: 'none' } })
