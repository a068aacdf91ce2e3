import { totalmem } from 'node:os'
import httpProxy from '@fastify/http-proxy'
import { createFairSlots, NoSlot } from '@pagebell/fair-queue/fair-slots'
import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from '@pagebell/http/http-server'
import { networkOf } from '@pagebell/http/network-of'
import { currentTraceparent } from '@pagebell/runtime/trace'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { connectToAny } from './connect-to-any.ts'

const mib = 1_024 * 1_024
const maxConnections = 128
/** Requests of one network that are under way behind the gateway at once. The rest of the connections is for the others. */
const maxPerNetwork = 64
const maxWaiting = 4_096
const maxWaitingPerNetwork = 1_024

/** Bytes of the large bodies that are held until they are passed on, of all networks and of one; for `boundHeldBodies`. */
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
  addHeaders?: (request: FastifyRequest) => Record<string, string>
  /** Answers when no copy did. */
  answerAway: (reply: FastifyReply, error: Error) => void
}

/**
 * Passes every request of this scope on as it came. Its body is read before it gets a connection, and networks take turns at
 * the connections: a slow client keeps nobody waiting, many requests of one network keep no other network waiting.
 */
export async function passOn(app: HttpServer, upstream: Upstream): Promise<void> {
  const copies = upstream.urls.split(',').map((url) => new URL(url))
  const slots = createFairSlots({
    slots: maxConnections,
    slotsPerKey: maxPerNetwork,
    maxWaiting,
    maxWaitingPerKey: maxWaitingPerNetwork,
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: upstream.maxBodyBytes }, (_request, body, done) =>
    done(null, body),
  )
  await app.register(httpProxy, {
    upstream: copies[0]?.origin ?? '',
    prefix: upstream.prefix,
    rewritePrefix: upstream.prefix,
    proxyPayloads: false,
    // Both would keep the path, which may hold a token or name a private report: one in the log, one in memory.
    disableRequestLogging: true,
    disableCache: true,
    undici: {
      connections: maxConnections,
      connect: connectToAny(copies, 2_000),
      headersTimeout: upstream.headersTimeoutMs,
      bodyTimeout: 15_000,
      // Given up before a service that stops would close it: a request on its way would be lost.
      keepAliveMaxTimeout: 1_000,
    },
    replyOptions: {
      // Repeating is the client's decision: it knows whether it may.
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
      onError: (reply, { error }) => upstream.answerAway(reply as FastifyReply, error),
    },
    handler: (request, reply, target, options) => {
      const answered = new Promise<void>((resolve) => reply.raw.once('close', resolve))
      const work = async () => {
        // Who has left while waiting needs no connection.
        if (request.raw.socket.destroyed) return
        reply.from(target, { ...options, ...bodyOf(request as FastifyRequest) })
        await answered
      }
      slots.run(networkOf(request.ip), work).catch((error: unknown) => {
        void reply.send(error instanceof NoSlot ? tooManyAtOnce(error) : error)
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

/** With a type of its own reply-from leaves the bytes as they are; the client's is put back among the headers. */
const bodyOf = ({ body }: FastifyRequest) =>
  body === undefined ? {} : { body, contentType: 'application/octet-stream' }

/** Even the line in front of intake or the panel is full. */
export const tooManyAtOnce = (cause: NoSlot) =>
  fault('unavailable', 'Too many requests at once.', { retryAfterSeconds: 2, details: { outcome: 'none' }, cause })
