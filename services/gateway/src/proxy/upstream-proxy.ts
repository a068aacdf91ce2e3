import { totalmem } from 'node:os'
import httpProxy from '@fastify/http-proxy'
import { createFairSlots, NoSlot } from '@pagebell/fair-queue/fair-slots'
import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from '@pagebell/http/http-server'
import { networkOf } from '@pagebell/http/network-of'
import { currentTraceparent } from '@pagebell/runtime/trace'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { balancedConnector } from './balanced-connector.ts'

const mib = 1_024 * 1_024
const maxConnections = 128
/** Requests of one network, and with one token, in progress behind the gateway at once; the other connections are for others. */
const maxPerKey = 64
const maxWaiting = 4_096
const maxWaitingPerKey = 1_024

/** Bytes of large bodies that are held until they can be sent on, of all networks and of one; for `boundHeldBodies`. */
export function heldBodyBounds(memoryBytes = process.constrainedMemory() || totalmem()) {
  const maxBytes = Math.min(256 * mib, Math.max(32 * mib, memoryBytes / 8))
  return { maxBytes, maxBytesPerNetwork: maxBytes / 4 }
}

export type Upstream = {
  /** Several copies are comma-separated. */
  urls: string
  prefix: '/' | '/api/hooks'
  maxBodyBytes: number
  headersTimeoutMs: number
  /** The token of a request: with one token, from however many networks, clients share a limit of connections. */
  tokenOf?: (request: Pick<FastifyRequest, 'url' | 'headers'>) => string | undefined
  /** What logs and spans name instead of the wildcard. */
  recordedPath?: (url: string) => string | undefined
  addHeaders?: (request: FastifyRequest) => Record<string, string>
  /** Replies when no copy of the service responds. */
  onUnavailable: (reply: FastifyReply, error: Error) => void
}

/**
 * Forwards every request of this scope unchanged. A request gets a connection only after its body has been read, and
 * networks share the connections round-robin, so that neither slow clients nor one busy network or token delay others.
 */
export async function proxyTo(app: HttpServer, upstream: Upstream): Promise<void> {
  const copies = upstream.urls.split(',').map((url) => new URL(url))
  // What a network may have in progress and waiting, with whatever tokens: anybody can make up tokens.
  const ofNetwork = createFairSlots({ slots: Infinity, slotsPerKey: maxPerKey + maxWaitingPerKey, maxWaiting: 0 })
  // Before a network's turn: a token that clients of many networks use would take the turns of all of them.
  const byToken = createFairSlots({ slots: Infinity, slotsPerKey: maxPerKey, maxWaiting, maxWaitingPerKey })
  const byNetwork = createFairSlots({ slots: maxConnections, slotsPerKey: maxPerKey, maxWaiting, maxWaitingPerKey })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: upstream.maxBodyBytes }, (_request, body, done) =>
    done(null, body),
  )
  await app.register(httpProxy, {
    upstream: copies[0]?.origin ?? '',
    prefix: upstream.prefix,
    rewritePrefix: upstream.prefix,
    ...(upstream.recordedPath && { config: { recordedPath: upstream.recordedPath } }),
    proxyPayloads: false,
    // Both would keep the path, which may contain a token or a private report: one in the log, one in memory.
    disableRequestLogging: true,
    disableCache: true,
    undici: {
      connections: maxConnections,
      connect: balancedConnector(copies, 2_000),
      headersTimeout: upstream.headersTimeoutMs,
      bodyTimeout: 15_000,
      // Closed before a service that stops would close it, which could lose a request.
      keepAliveMaxTimeout: 1_000,
    },
    replyOptions: {
      // Only the client knows whether a request may be repeated.
      retryDelay: () => null,
      rewriteRequestHeaders: (request, headers) => ({
        ...headers,
        ...hopByHop,
        'content-type': request.headers['content-type'],
        'x-forwarded-for': request.ip,
        'x-request-id': request.id,
        traceparent: currentTraceparent() ?? '',
        ...upstream.addHeaders?.(request as FastifyRequest),
      }),
      // Those of the connection to the service: passed on, they would keep a connection open that the client asked to close.
      rewriteHeaders: ({ connection: _connection, 'keep-alive': _keepAlive, ...headers }) => headers,
      onError: (reply, { error }) => upstream.onUnavailable(reply as FastifyReply, error),
    },
    handler: (request, reply, target, options) => {
      const closed = new Promise<void>((resolve) => reply.raw.once('close', resolve))
      const work = async () => {
        // A client that has left while it waited needs no connection.
        if (request.raw.socket.destroyed) return
        reply.from(target, { ...options, ...bodyOf(request as FastifyRequest) })
        await closed
      }
      const network = networkOf(request.ip)
      const token = upstream.tokenOf?.(request as FastifyRequest)
      const inTurn = () => byNetwork.run(network, work)
      const inTurnOfToken = () => (token === undefined ? inTurn() : byToken.run(token, inTurn))
      ofNetwork.run(network, inTurnOfToken).catch((error: unknown) => {
        void reply.send(error instanceof NoSlot ? overloaded(error) : error)
      })
      return reply
    },
  })
}

/** What concerns one connection only (RFC 9110 7.6.1, 10.1.1); undici refuses to send some of it. */
const hopByHop = {
  expect: undefined,
  'keep-alive': undefined,
  'proxy-connection': undefined,
  te: undefined,
  upgrade: undefined,
}

/** With this content type reply-from sends the bytes unchanged; rewriteRequestHeaders restores the client's. */
const bodyOf = ({ body }: FastifyRequest) =>
  body === undefined ? {} : { body, contentType: 'application/octet-stream' }

/** Every connection is in use and the queue for them is full. */
export const overloaded = (cause: NoSlot) =>
  fault('unavailable', 'Too many requests at once.', { retryAfterSeconds: 2, details: { outcome: 'none' }, cause })
