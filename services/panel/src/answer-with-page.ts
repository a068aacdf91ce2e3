import { faultTable } from '@pagebell/faults/fault'
import { asFault } from '@pagebell/http/problem'
import { requestTraceId } from '@pagebell/http/request-context'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type FrameParts, frameOf, sendPage } from './frame.ts'
import { errorPage } from './pages/error.ts'

/** The error handler: whatever was thrown becomes a page that says in words what happened, and nothing internal. */
export function answerWithPage(parts: FrameParts) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const known = asFault(error)
    if (known.kind === 'internal') {
      request.log.error({ err: error, trace_id: requestTraceId(request) }, 'a request failed unexpectedly')
    }
    const status = faultTable[known.kind].http
    if (status === 503) void reply.header('retry-after', Math.max(1, Math.ceil(known.retryAfterSeconds ?? 5)))
    void reply.code(status)
    return sendPage(reply, errorPage(frameOf(request, reply, parts), { known, status, requestId: request.id }))
  }
}
