import { Fault, fault, faultTable } from '@pagebell/faults/fault'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { requestTraceId } from './request-context.ts'

/** The error handler: responds to each error with a problem body (RFC 9457) without internal details. */
export function answerWithProblem(problemBase: string | undefined) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const known = asFault(error)
    const status = faultTable[known.kind].http
    if (known.kind === 'internal') {
      request.log.error({ err: error, trace_id: requestTraceId(request) }, 'a request failed unexpectedly')
    }
    if (known.retryAfterSeconds !== undefined)
      void reply.header('retry-after', Math.max(1, Math.ceil(known.retryAfterSeconds)))
    else if (known.kind === 'unavailable') void reply.header('retry-after', 5)
    if (known.kind === 'unauthenticated') {
      const reason = request.headers.authorization === undefined ? '' : ', error="invalid_token"'
      void reply.header('www-authenticate', `Bearer realm="Pagebell"${reason}`)
    }
    // As bytes, because fastify adds to the content type of text a charset that JSON does not have.
    return reply
      .code(status)
      .type('application/problem+json')
      .send(Buffer.from(JSON.stringify(toProblem(known, request.id, problemBase))))
  }
}

/** The problem body (RFC 9457) of a fault; that of an internal one tells nothing but its id. */
export function toProblem(known: Fault, requestId: string, problemBase: string | undefined) {
  const message =
    known.kind === 'internal' ? 'Something went wrong here. It has been logged under this request_id.' : known.message
  return {
    type: problemBase === undefined ? 'about:blank' : `${problemBase}${known.code}`,
    title: faultTable[known.kind].title,
    status: faultTable[known.kind].http,
    detail: message,
    code: known.code,
    message,
    ...(known.errors === undefined ? {} : { errors: known.errors }),
    request_id: requestId,
    ...(known.kind === 'internal' ? {} : known.details),
  }
}

/** Whatever was thrown, fastify's own refusals among it, in our vocabulary. */
export function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  const { code, statusCode } = error as Partial<FastifyError>
  if (statusCode === 413) return fault('too_large', 'The body is too large.')
  if (statusCode === 415) {
    return fault('unsupported_media_type', 'Send application/json or application/x-www-form-urlencoded.')
  }
  // A file server responds 403 to a path outside of its folder.
  if (statusCode === 403 || statusCode === 404) return fault('not_found', 'There is nothing here.')
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return fault('not_found', 'There is nothing here.')
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return fault('malformed', 'The body is empty but should be JSON.')
  if (code === 'FST_ERR_BAD_URL') return fault('malformed', 'The path is not validly percent-encoded.')
  if (statusCode === 400) return fault('malformed', 'The body is not valid JSON, or has a forbidden key.')
  return fault('internal', 'unexpected', { cause: error })
}
