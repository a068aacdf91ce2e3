import type { FastifyRequest } from 'fastify'
import type { HttpServer } from './http-server.ts'
import { inRequestTrace, requestTraceId } from './request-context.ts'

/** One line a request: the route as declared, so that no token of a path and no secret of a query reaches a log. */
export function logRequests(app: HttpServer): void {
  app.addHook('onResponse', (request, reply, done) => {
    inRequestTrace(request, () => {
      const line = {
        method: request.method,
        route: routeOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        trace_id: requestTraceId(request),
      }
      if (reply.statusCode >= 500) request.log.warn(line, 'request')
      else request.log.info(line, 'request')
    })
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    request.log.info({ method: request.method, route: routeOf(request) }, 'request given up by the client')
    done()
  })
}

/** An unknown path may be a token with a typing error before it: only its length is told. */
const routeOf = (request: FastifyRequest): string =>
  (request.routeOptions.url ?? `unknown path of ${request.url.length} characters`).replace(
    '/api/hooks/:token',
    '/api/hooks/***',
  )
