import { type Html, html } from '@pagebell/html/template'
import type { WebhookRequest__Output as WebhookRequest } from '@pagebell/protos/intake/v1/requests'
import type { SourceKind__Output as SourceKind } from '@pagebell/protos/intake/v1/sources'
import { counted, timeTag } from '../../../html/format.ts'
import type { Frame } from '../../../html/frame.ts'
import { requestBadge } from '../../../parts/badge.ts'
import { table } from '../../../parts/table.ts'
import { requestResult, resultWithEvent } from '../request-result.ts'
import { resultsOf, setUpSteps } from './set-up.ts'

/** Requests that the page of a source shows. */
export const shownRequests = 10

type LiveRequests = { project: string; sourceId: string; kind: SourceKind; requests: WebhookRequest[] }

/** The newest request, which updates by itself, and those before it. */
export const liveCard = (frame: Frame, live: LiveRequests): Html =>
  html`<section class="card" aria-labelledby="live-title">
<h2 id="live-title">Send a test from ${live.kind.title} now</h2>
<p class="hint">Or change a page there. The newest request appears here within seconds.
<noscript><a href="${frame.path}">Reload</a> to see it.</noscript></p>
<div role="status">${liveLine(frame, live)}</div>
<details><summary>How to set it up at ${live.kind.title}</summary>${setUpSteps(live.kind)}</details>
${resultsOf(live.kind)}${lastRequests(frame, live)}</section>`

/** Asks for what came after its request; the answer to nothing new is 204, which leaves it as it is. */
export function liveLine(frame: Frame, { project, sourceId, requests }: LiveRequests): Html {
  const [last] = requests
  const path = `/projects/${project}/sources/${sourceId}/live?seen=${last?.request_id ?? ''}`
  const line =
    last === undefined
      ? html`Waiting for the first request …`
      : html`${requestBadge(last)} ${last.event !== undefined && html`<code class="url">${last.event}</code>`}
${requestResult(last)}
<span class="two">${timeTag(last.received_at, frame.now)}</span>`
  return html`<div class="live" data-hx-get="${path}" data-hx-trigger="every 2s" data-hx-swap="outerHTML">${line}</div>`
}

/** `swap` replaces the list of the page, as a second part of an answer to htmx. */
export function lastRequests(frame: Frame, { project, sourceId, requests }: LiveRequests, swap = html``): Html {
  if (requests.length === 0) return html`<div id="last-requests"${swap}></div>`
  const list = table<WebhookRequest>(
    'Last requests of the source',
    [
      {
        name: 'Received',
        cell: ({ request_id, received_at, requests: calls }) =>
          html`<a id="request-${request_id}" href="/projects/${project}/requests/${request_id}">
${timeTag(received_at, frame.now)}</a>
${calls > 1 && html`<span class="two">${counted(calls, 'call')}</span>`}`,
      },
      { name: 'Verdict', cell: requestBadge },
      { name: 'Result', kind: 'main', cell: resultWithEvent },
    ],
    requests,
  )
  return html`<div id="last-requests"${swap}><h3>Last requests</h3>${list}
<p class="row"><a class="button" href="/projects/${project}/requests?source=${sourceId}">All requests of this source</a>
</p></div>`
}
