import type { Fault } from '@pagebell/faults/fault'
import type { Frame } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { bell, page, plainPage } from '../parts/layout.ts'

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

/** What happened in words, what to do next, and the id under which the log tells more. */
export function errorPage(
  frame: Frame,
  { known, status, requestId }: { known: Fault; status: number; requestId: string },
): Html {
  const title = headings[status] ?? 'Something went wrong'
  const words =
    known.kind === 'internal'
      ? 'This is an error of Pagebell. It has been logged.'
      : known.message === 'There is nothing here.'
        ? 'The address is wrong, or what stood here was deleted.'
        : known.message
  const body = html`<p>${words}</p>
${status === 503 && html`<p>Nothing is lost: try again in a moment.</p>`}
<p class="row"><a class="button" href="/">Back to overview</a></p>
<p class="hint">Status ${status} · request <code>${requestId}</code></p>`
  // Whoever is signed in keeps the navigation.
  if (frame.email !== undefined) return page(frame, { title, body: html`<div class="card">${body}</div>` })
  return plainPage(frame, {
    title,
    body: html`<a class="brand" href="/">${bell}<span>Pagebell</span></a><div class="card"><h1>${title}</h1>${body}</div>`,
  })
}
