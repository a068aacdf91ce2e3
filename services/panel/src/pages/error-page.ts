import { type Fault, faultTable } from '@pagebell/faults/fault'
import { type Html, html } from '@pagebell/html/template'
import { asFault } from '@pagebell/http/problem'
import { requestTraceId } from '@pagebell/http/request-context'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Frame, type FrameParts, frameOf, sendPage } from '../html/frame.ts'
import { brand, page, plainPage } from '../parts/layout.ts'

const headings: Record<number, string> = {
  400: 'This request cannot be read',
  403: 'Nothing was changed',
  404: 'Page not found',
  405: 'Page not found',
  409: 'Nothing was changed',
  422: 'Invalid filter',
  429: 'Too much at once',
  503: 'Temporarily unavailable',
}

type ErrorPage = { known: Fault; status: number; requestId: string }

/** What happened, what to do next, and the id under which the log has the details. */
function errorPage(frame: Frame, { known, status, requestId }: ErrorPage): Html {
  const title = headings[status] ?? 'Something went wrong'
  const body = html`<p>${textOf(known)}</p>
${status === 503 && html`<p>Nothing is lost: try again in a moment.</p>`}
<p class="row"><a class="button" href="/">Back to overview</a></p>
<p class="hint">Status ${status} · request <code>${requestId}</code></p>`
  // A signed-in account keeps the navigation.
  if (frame.email !== undefined) return page(frame, { title, body: html`<div class="card">${body}</div>` })
  return plainPage(frame, { title, body: html`${brand}<div class="card"><h1>${title}</h1>${body}</div>` })
}

function textOf({ kind, message }: Fault): string {
  if (kind === 'internal') return 'This is an error of Pagebell. It has been logged.'
  return message === 'There is nothing here.' ? 'The address is wrong, or what stood here was deleted.' : message
}

/** The error handler: renders each error as a page without internal details. */
export function createErrorHandler(parts: FrameParts) {
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
