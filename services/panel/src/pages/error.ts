import type { Fault } from '@pagebell/faults/fault'
import type { Frame } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { bell, plainPage } from '../parts/layout.ts'

const headings: Record<number, string> = {
  400: 'This request cannot be read',
  403: 'Not done',
  404: 'There is nothing here',
  405: 'There is nothing here',
  409: 'Not done',
  422: 'Something in this address does not fit',
  429: 'Too much at once',
  503: 'Something that this page needs is away',
}

/** What happened in words, what to do next, and the id under which the log tells more. */
export function errorPage(
  frame: Frame,
  { known, status, requestId }: { known: Fault; status: number; requestId: string },
): Html {
  const title = headings[status] ?? 'Something went wrong'
  const words = known.kind === 'internal' ? 'It has been logged, and it is not your doing.' : known.message
  return plainPage(frame, {
    title,
    body: html`<a class="brand" href="/">${bell}<span>Pagebell</span></a>
<div class="card"><h1>${title}</h1><p>${words}</p>
${status === 503 && html`<p>Nothing is lost: try again in a moment.</p>`}
<p class="row"><a class="button" href="/">To the overview</a></p>
<p class="hint">Status ${status} · request <code>${requestId}</code></p></div>`,
  })
}
