import type { FastifyRequest } from 'fastify'
import type { HttpServer } from './http-server.ts'
import { httpServerDuration } from './metrics.ts'
import { recordedPath, recordedRoute } from './recorded-route.ts'
import { inRequestTrace, requestTraceId } from './request-context.ts'

/** Logs and counts each request by its declared route, so that no token of a path and no secret of a query is recorded. */
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
      httpServerDuration.record(reply.elapsedTime / 1_000, {
        'http.request.method': request.method,
        'http.route': recordedRoute(request),
        'http.response.status_code': reply.statusCode,
      })
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

/** An unknown path may contain a token, so only its length is logged. */
const routeOf = (request: FastifyRequest): string =>
  request.routeOptions.url === undefined ? `unknown path of ${request.url.length} characters` : recordedPath(request)
