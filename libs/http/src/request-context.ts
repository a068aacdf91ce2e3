import { AsyncResource } from 'node:async_hooks'
import { markFailed, openSpan } from '@pagebell/runtime/span'
import { currentTraceId } from '@pagebell/runtime/trace'
import type { FastifyRequest } from 'fastify'
import type { HttpServer } from './http-server.ts'
import { recordedPath, recordedRoute } from './recorded-route.ts'

type Context = { resource: AsyncResource; traceId: string | undefined; end(status: number | undefined): void }

// On the request itself: values of a WeakMap would survive minor garbage collections.
const context: unique symbol = Symbol('pagebell-context')
declare module 'fastify' {
  interface FastifyRequest {
    [context]: Context | undefined
  }
}

export const requestTraceId = (request: FastifyRequest): string | undefined => request[context]?.traceId

/** Runs `work` in the request's trace, wherever in the request's life it is called from. */
export function inRequestTrace(request: FastifyRequest, work: () => void): void {
  const found = request[context]
  if (found === undefined) work()
  else found.resource.runInAsyncScope(work)
}

/** Continues the caller's trace or starts one, and sets X-Request-Id. */
export function traceRequests(app: HttpServer, untrustedClients: boolean): void {
  app.decorateRequest(context, undefined)
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    void reply.header('x-content-type-options', 'nosniff')
    // A path may contain a secret, which must not reach a linked page as Referer.
    void reply.header('referrer-policy', 'no-referrer')
    const { run, end } = openRequestSpan(request, untrustedClients)
    run(() => {
      request[context] = { resource: new AsyncResource('pagebell-request'), traceId: currentTraceId(), end }
      done()
    })
  })
  // A body arrives in the async context of its socket: re-enter the request's before the handler.
  app.addHook('preValidation', (request, _reply, done) => inRequestTrace(request, done))
  app.addHook('onResponse', (request, reply, done) => {
    request[context]?.end(reply.statusCode)
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    request[context]?.end(undefined)
    done()
  })
}

/** By the declared route, so that no token of a path and no secret of a query is recorded. */
function openRequestSpan(request: FastifyRequest, untrusted: boolean) {
  const route = recordedRoute(request)
  const attributes = {
    'http.request.method': request.method,
    'http.route': route,
    'url.path': recordedPath(request),
    'url.scheme': request.protocol,
  }
  const traceparent = [request.headers['traceparent']].flat()[0]
  const name = `${request.method} ${route}`
  const { span, run } = openSpan(traceparent, { name, kind: 'server', attributes, untrusted })
  return {
    run,
    end(status: number | undefined): void {
      if (status === undefined) span.setAttribute('error.type', 'given_up_by_client')
      else span.setAttribute('http.response.status_code', status)
      if (status !== undefined && status >= 500) markFailed(span)
      span.end()
    },
  }
}
