import httpProxy from '@fastify/http-proxy'
import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from '@pagebell/http/http-server'
import { currentTraceparent } from '@pagebell/runtime/trace'
import type { FastifyReply } from 'fastify'
import { connectToAny } from './connect-to-any.ts'

/**
 * /api/hooks/* goes to intake as it comes, body unread: one origin is enough for a customer. Intake can also be reached
 * on its own (HOOKS_URL), past the gateway. Several copies of it are comma-separated.
 */
export const passHooksOn = (intakeUrls: string) => async (app: HttpServer) => {
  const copies = intakeUrls.split(',').map((url) => new URL(url))
  // Whatever would read a body here would have to be told intake's rules.
  app.removeAllContentTypeParsers()
  await app.register(httpProxy, {
    upstream: copies[0]?.origin ?? '',
    prefix: '/api/hooks',
    rewritePrefix: '/api/hooks',
    // Both would keep the path, and so the token: one in the log, one in memory.
    disableRequestLogging: true,
    disableCache: true,
    undici: {
      connections: 128,
      connect: connectToAny(copies, 2_000),
      headersTimeout: 15_000,
      bodyTimeout: 15_000,
      // Given up before an intake that stops would close it: a request on its way would be lost.
      keepAliveMaxTimeout: 1_000,
    },
    replyOptions: {
      // Repeating is the client's decision: it knows whether it may.
      retryDelay: () => null,
      rewriteRequestHeaders: (request, headers) => ({
        ...headers,
        'x-forwarded-for': request.ip,
        'x-request-id': request.id,
        traceparent: currentTraceparent() ?? '',
      }),
      onError: (reply, { error }) => {
        away(reply as FastifyReply, error)
      },
    },
  })
}

/** Whether intake may have taken the request decides what a client can conclude from the failure. */
function away(reply: FastifyReply, error: Error & { cause?: unknown }): void {
  const { code } = (error.cause ?? error) as { code?: string }
  const unreached = code === 'ECONNREFUSED' || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ENOTFOUND'
  const details = { outcome: unreached ? 'none' : 'unknown' }
  // The body may not have been read to its end: such a connection can serve nothing else, and would hold up a stop.
  void reply.header('connection', 'close')
  void reply.send(fault('unavailable', 'The webhook does not answer.', { retryAfterSeconds: 2, details, cause: error }))
}
