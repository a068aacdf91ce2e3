import httpProxy from '@fastify/http-proxy'
import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from '@pagebell/http/http-server'
import { currentTraceparent } from '@pagebell/runtime/trace'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { connectToAny } from './connect-to-any.ts'

/** What is the gateway's own: an unknown path in here is unknown, and not the panel's. */
const own = /^\/(api|docs|openapi\.json|asyncapi\.json)(?=[/?]|$)/

/** Everything else goes to the panel as it comes, so that one origin is enough. Several copies of it are comma-separated. */
export const passToPanel = (panelUrls: string) => async (app: HttpServer) => {
  const copies = panelUrls.split(',').map((url) => new URL(url))
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', async (request, reply) => {
    if (own.test(request.url)) return reply.callNotFound()
    return undefined
  })
  await app.register(httpProxy, {
    upstream: copies[0]?.origin ?? '',
    prefix: '/',
    rewritePrefix: '/',
    // A path may name a private report: the panel logs its routes itself.
    disableRequestLogging: true,
    disableCache: true,
    undici: {
      connections: 128,
      connect: connectToAny(copies, 2_000),
      headersTimeout: 40_000,
      bodyTimeout: 15_000,
      // Given up before a panel that stops would close it: a request on its way would be lost.
      keepAliveMaxTimeout: 1_000,
    },
    replyOptions: {
      // Repeating is for people to decide: a form may have been taken.
      retryDelay: () => null,
      rewriteRequestHeaders: (request, headers) => ({
        ...headers,
        'x-forwarded-for': request.ip,
        'x-forwarded-host': request.host,
        'x-request-id': request.id,
        traceparent: currentTraceparent() ?? '',
      }),
      onError: (reply, { error }) => {
        away(reply as FastifyReply, error)
      },
    },
  })
}

function away(reply: FastifyReply, cause: Error): void {
  void reply.header('connection', 'close')
  if (!wantsPage(reply.request)) {
    void reply.send(fault('unavailable', 'The panel does not answer.', { retryAfterSeconds: 2, cause }))
    return
  }
  void reply
    .code(503)
    .headers({ 'retry-after': 2, 'content-security-policy': "default-src 'none'" })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><title>Pagebell is away</title><h1>The panel does not answer</h1><p>Try again in a moment. Webhooks and the API are not touched by this. Request ${reply.request.id}.</p></html>`,
    )
}

const wantsPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false
