import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { Log } from '@pagebell/runtime/log'
import fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { boundBodies } from './bound-bodies.ts'
import { refuseBrokenRequest } from './broken-request.ts'
import { acceptForms } from './form-body.ts'
import type { HttpServer } from './http-server.ts'
import { acceptJson } from './json-body.ts'
import { answerNotFound } from './not-found.ts'
import { answerWithProblem } from './problem.ts'
import { refuseEncodedBodies } from './refuse-encoded-bodies.ts'
import { traceRequests } from './request-context.ts'
import { logRequests } from './request-log.ts'
import { compileAtFirstUse } from './schema-compilers.ts'
import { shedLoad } from './shed-load.ts'
import { parseQuery } from './strict-query.ts'
import { settleUnreadBodies, settleUnreadBody } from './unread-body.ts'

export type HttpServerOptions = {
  log: Log
  /** CIDRs of the proxies whose X-Forwarded-For is trusted; fastify ignores a number. */
  trustProxy?: string[]
  /** Clients are unauthenticated: their traceparent does not decide whether a trace is recorded. */
  untrustedClients?: boolean
  /** Bytes; 1 MiB if absent. */
  bodyLimit?: number
  /** The prefix of a problem's `type`, before its code; without it the type is `about:blank`. */
  problemBase?: string
  /** Sends an error page instead of a problem body. */
  answerError?: (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply
}

/** An HTTP server with problem bodies for errors, traced and logged requests, and time-outs for slow clients. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { log, trustProxy, bodyLimit, problemBase, answerError = answerWithProblem(problemBase) } = options
  const { untrustedClients = false } = options
  const app: HttpServer = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    ...(trustProxy === undefined || trustProxy.length === 0 ? {} : { trustProxy }),
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    genReqId: requestId,
    // requestTimeout alone closes a slow body only after a minute and a half; the other two enforce it.
    requestTimeout: 20_000,
    keepAliveTimeout: 75_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    // While draining, requests on open connections are still served (see listen.ts).
    return503OnClosing: false,
    routerOptions: { querystringParser: parseQuery, maxParamLength: 300 },
    frameworkErrors: (error, request, reply) => {
      settleUnreadBody(request, reply)
      answerWithProblem(problemBase)(error, request, reply)
    },
    clientErrorHandler: refuseBrokenRequest,
  }).withTypeProvider<TypeBoxTypeProvider>()

  compileAtFirstUse(app)
  app.setErrorHandler(answerError)
  app.removeContentTypeParser('text/plain')
  acceptJson(app)
  acceptForms(app)
  traceRequests(app, untrustedClients)
  logRequests(app)
  settleUnreadBodies(app)
  refuseEncodedBodies(app)
  boundBodies(app)
  shedLoad(app)
  answerNotFound(app)
  return app
}

/** The caller's X-Request-Id if it can be logged, else a new one. */
function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
}
