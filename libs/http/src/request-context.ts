import { AsyncResource } from 'node:async_hooks'
import { currentTraceId, inTrace } from '@pagebell/runtime/trace'
import type { FastifyRequest } from 'fastify'
import type { HttpServer } from './http-server.ts'

type Context = { resource: AsyncResource; traceId: string | undefined }
const contexts = new WeakMap<object, Context>()

export const requestTraceId = (request: FastifyRequest): string | undefined => contexts.get(request.raw)?.traceId

/** Runs `work` in the request's trace, wherever in the request's life it is called from. */
export function inRequestTrace(request: FastifyRequest, work: () => void): void {
  const context = contexts.get(request.raw)
  if (context === undefined) work()
  else context.resource.runInAsyncScope(work)
}

/** Takes up the caller's traceparent or starts a trace, and answers X-Request-Id. */
export function traceRequests(app: HttpServer): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    void reply.header('x-content-type-options', 'nosniff')
    // A path may hold a secret (a hook token): no page linked from an answer is to learn it.
    void reply.header('referrer-policy', 'no-referrer')
    inTrace([request.headers['traceparent']].flat()[0], () => {
      contexts.set(request.raw, { resource: new AsyncResource('pagebell-request'), traceId: currentTraceId() })
      done()
    })
  })
  // A body arrives in the context of its socket, not of the request: step back in before the handler.
  app.addHook('preValidation', (request, _reply, done) => inRequestTrace(request, done))
}
