import { fault } from '@pagebell/faults/fault'
import { type Html, html, type Part } from '@pagebell/html/template'
import type { WebhookRequest__Output as WebhookRequest } from '@pagebell/protos/intake/v1/requests'
import { Type } from '@pagebell/schema/type'
import { counted, exactTime } from '../../html/format.ts'
import { type Frame, frameOf, sendPage } from '../../html/frame.ts'
import { httpStatusBadge } from '../../parts/badge.ts'
import { copyButton } from '../../parts/form.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { projectOfPath } from './project-of-path.ts'
import { curlOf } from './request-curl.ts'
import { requestResult } from './request-result.ts'
import { projectPage } from './tabs.ts'

type RequestPage = { project: string; request: WebhookRequest; urls: string[]; hookUrl: string }

function requestPage(frame: Frame, page: RequestPage): Html {
  const { project, request } = page
  const { status, received_at, requests, address, agent, fields, urls: sent, channel, action, batch_id } = request
  const { source_id, event } = request
  const fact = (name: string, value: Part): Part =>
    value !== undefined && value !== false && html`<dt>${name}</dt><dd>${value}</dd>`
  const batch =
    batch_id !== undefined && html`<a href="/deliveries?batch=${batch_id}"><code class="url">${batch_id}</code></a>`
  const body = html`<section class="card" aria-labelledby="request"><div class="between"><h2 id="request">Request</h2>
${httpStatusBadge(status)}</div><p>${requestResult(request)}</p>
<dl class="facts">${fact('Received', exactTime(received_at))}
${fact('Calls', requests > 1 && `${counted(requests, 'call')} within a second, shown as one`)}
${fact('Client', html`${address}${agent !== undefined && html`<span class="two agent">${agent}</span>`}`)}
${fact('Source', source_id !== undefined && html`<a href="/projects/${project}/sources/${source_id}">Open it</a>`)}
${fact('Event', event !== undefined && html`<code class="url">${event}</code>`)}
${source_id === undefined && fact('Fields', fieldNames(fields))}
${fact('URLs', String(sent))}${fact('Channel', channel)}${fact('Action', action)}${fact('Batch', batch)}</dl></section>
${source_id === undefined && repeatCard(page)}
<p class="row"><a class="button" href="/projects/${project}/requests">All requests</a></p>`
  return projectPage(frame, { project, tab: 'Requests', body })
}

const fieldNames = (fields: string[]): Part =>
  fields.length === 0 ? 'none that can be read' : html`<code>${fields.join(', ')}</code>`

/** A call of a source is signed, and cannot be repeated without its body. */
const repeatCard = ({ project, request, urls, hookUrl }: RequestPage): Html =>
  html`<section class="card" aria-labelledby="repeat"><h2 id="repeat">Repeat it</h2>
<p class="hint">
${urls.length < request.urls ? repeatHint(urls.length) : 'Replace the token by that of the webhook.'}</p>
<pre id="curl" tabindex="0" role="group" aria-label="curl"><code>${curlOf(hookUrl, project, request, urls)}</code></pre>
${copyButton('curl', 'curl command')}</section>`

const repeatHint = (shown: number): string =>
  shown > 0
    ? `With the first ${shown} of its URLs; bodies are not stored. Replace the token by that of the webhook.`
    : 'Bodies are not stored: fill in the values. Replace the token by that of the webhook.'

const params = Type.Object({ project: Type.String(), request: Type.String({ format: 'uuid' }) })

const showRequest: Route = (app, tools) => {
  app.get('/projects/:project/requests/:request', { schema: { params } }, async (request, reply) => {
    const { account_id, project, project_id } = await projectOfPath(tools.clients, request)
    const which = { account_id, project_id, request_id: request.params.request }
    const { request: found, urls } = await tools.clients.requests.getRequest(which)
    if (found === null) throw fault('internal', 'intake answered details without their request')
    const hookUrl = tools.hooksUrl('/api/hooks/pbh_…/submit')
    return sendPage(reply, requestPage(frameOf(request, reply, tools), { project, request: found, urls, hookUrl }))
  })
}

export default signedInRoutes(showRequest)
