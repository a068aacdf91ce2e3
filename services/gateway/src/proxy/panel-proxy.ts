import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from '@pagebell/http/http-server'
import { asFault } from '@pagebell/http/problem'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { proxyTo } from './upstream-proxy.ts'

/** Paths of the gateway itself: an unknown one of these is 404 and does not go to the panel. */
const gatewayPaths = /^\/(api|docs|mcp|openapi\.json|asyncapi\.json)(?=[/?]|$)/

/** The limit of the panel. */
const maxBodyBytes = 1_024 * 1_024

/** Forwards everything else to the panel byte for byte. */
export const panelProxy = (panelUrls: string) => async (app: HttpServer) => {
  app.addHook('onRequest', async (request, reply) => {
    if (gatewayPaths.test(request.url)) return reply.callNotFound()
    return undefined
  })
  app.setErrorHandler((error, request, reply) => {
    if (!wantsPage(request)) throw error
    const { kind, message } = asFault(error)
    if (kind === 'too_large') return sendPage(reply, 413, 'Too large', message)
    if (kind === 'unavailable') return sendPage(reply, 503, 'Pagebell is busy', message)
    throw error
  })
  const addHeaders = (request: FastifyRequest) => ({ 'x-forwarded-host': request.host })
  await proxyTo(app, {
    urls: panelUrls,
    prefix: '/',
    maxBodyBytes,
    headersTimeoutMs: 40_000,
    addHeaders,
    onUnavailable,
  })
}

function onUnavailable(reply: FastifyReply, cause: Error): void {
  if (wantsPage(reply.request)) {
    const text = 'The panel does not answer. Webhooks and the API are not touched by this.'
    sendPage(reply, 503, 'Pagebell is away', text)
  } else void reply.send(fault('unavailable', 'The panel does not answer.', { retryAfterSeconds: 2, cause }))
}

function sendPage(reply: FastifyReply, status: 413 | 503, title: string, text: string): FastifyReply {
  if (status === 503) void reply.header('retry-after', 2)
  const more = status === 503 ? 'Try again in a moment. ' : ''
  return reply
    .code(status)
    .header('content-security-policy', "default-src 'none'")
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><p>${text} ${more}Request ${reply.request.id}.</p></html>`,
    )
}

const wantsPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false
