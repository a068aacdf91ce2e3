import { fault } from '@pagebell/faults/fault'
import { type Html, html } from '@pagebell/html/template'
import type { EngineWords__Output as EngineResponse } from '@pagebell/protos/notifier/v1/channel_care'
import type { Attempt__Output as Attempt, Delivery__Output as Delivery } from '@pagebell/protos/notifier/v1/notifier'
import { outsideDeadlineMs } from '@pagebell/rpc/connect-rpc'
import { Type } from '@pagebell/schema/type'
import type { Clients } from '../clients/clients.ts'
import { findProject } from '../clients/clients.ts'
import { counted, exactTime, grouped } from '../html/format.ts'
import { type Frame, frameOf, sendPage } from '../html/frame.ts'
import { attemptBadge, deliveryBadge } from '../parts/badge.ts'
import { channelName, deliveryFacts, engineResponse, isStuck, requeueForm } from '../parts/delivery-facts.ts'
import { attemptReason, deliveryReason } from '../parts/delivery-reason.ts'
import { postForm } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { empty } from '../parts/table.ts'
import { shownUrl } from '../parts/url.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'

type DeliveryPage = {
  delivery: Delivery
  attempts: Attempt[]
  /** The engine's response about the URL, if it was requested. */
  known: EngineResponse | undefined
}

/** Only Google has an API for its information about a URL. */
const hasUrlStatus = ({ channel }: Delivery): boolean => channel === 'google'

/** One delivery with all its attempts. */
function deliveryPage(frame: Frame, { delivery, attempts, known }: DeliveryPage): Html {
  const { url, channel, action, status } = delivery
  return page(frame, {
    title: 'Delivery',
    lead: shownUrl(url),
    actions: html`<a class="button" href="/deliveries">All deliveries</a>
${isStuck(delivery) && requeueForm(frame, delivery)}`,
    body: html`<div class="sections"><section class="card" aria-labelledby="fate"><div class="between">
<h2 id="fate">${channelName(channel)}${action === 'delete' && ', removed'}</h2>${deliveryBadge(status)}</div>
${deliveryReason(delivery)}${deliveryFacts(frame, delivery)}</section>
${hasUrlStatus(delivery) && engineCard(frame, delivery, known)}
<section class="stack-wide" aria-labelledby="attempts"><div class="between"><h2 id="attempts">Requests</h2>
<p class="hint">${requestCount(delivery, attempts.length)}</p></div>
<div class="card flush">${attempts.length === 0 ? noAttempt(delivery) : attemptList(attempts)}</div></section></div>`,
  })
}

/** An engine that refuses a batch is asked about ever smaller parts of it, which counts as one attempt. */
function requestCount({ attempts }: Delivery, requests: number): string {
  if (requests <= attempts) return counted(requests, 'request')
  return `${counted(requests, 'request')} in ${counted(attempts, 'attempt')}: the batch was split to find this URL`
}

const attemptList = (attempts: Attempt[]): Html => html`<ol class="log">${attempts.map(attemptEntry)}</ol>`

function attemptEntry({ asked_at, took_ms, engine, urls, outcome, reason, ...response }: Attempt): Html {
  const { engine_status: status, engine_message: message } = response
  const others = urls > 1 && `, with ${counted(urls - 1, 'other URL')}`
  return html`<li class="attempt"><div class="between"><span>${exactTime(asked_at)}</span>${attemptBadge(outcome)}</div>
${reason !== undefined && attemptReason(reason)}
<p>${status === undefined ? 'No response' : engineResponse(status, message)}</p>
<p class="hint">${grouped(took_ms)} ms, <span class="url">${engine}</span>${others}</p></li>`
}

const noAttempt = ({ attempts }: Delivery): Html =>
  attempts > 0
    ? empty('deliveries', 'Not stored', 'These attempts were made before Pagebell stored each of them.')
    : empty('deliveries', 'Not tried yet', 'No request has been made.')

function engineCard(frame: Frame, { id, channel }: Delivery, known: EngineResponse | undefined): Html {
  const name = channelName(channel)
  const ask = html`<p class="hint">Asks when it last received a notification of this URL.</p>
<button>Ask ${name}</button>`
  const content =
    known === undefined
      ? postForm(frame, `/deliveries/${id}/known`, ask, 'stack')
      : html`<p>${engineResponse(known.status, known.text)}</p>`
  return html`<section class="card" aria-labelledby="known"><h2 id="known">What ${name} knows about this URL</h2>
${content}</section>`
}

const params = Type.Object({ id: Type.String() })

const showDelivery: Route = (app, tools) => {
  app.get('/deliveries/:id', { schema: { params } }, async (request, reply) => {
    const found = await findDelivery(tools.clients, accountOf(request), request.params.id)
    return sendPage(reply, deliveryPage(frameOf(request, reply, tools), { ...found, known: undefined }))
  })
}

async function findDelivery({ deliveries }: Clients, account_id: string, delivery_id: string) {
  const { delivery, attempts } = await deliveries.getDelivery({ account_id, delivery_id })
  if (delivery === null) throw fault('internal', 'notifier answered a history without its delivery')
  return { delivery, attempts }
}

/** Not a GET: each request uses the quota of the project's key. Its response is not stored, only shown. */
const askEngine: Route = (app, tools) => {
  const { clients } = tools
  app.post('/deliveries/:id/known', { schema: { params } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { delivery, attempts } = await findDelivery(clients, account_id, request.params.id)
    const frame = { ...frameOf(request, reply, tools), path: `/deliveries/${delivery.id}` }
    if (!hasUrlStatus(delivery)) return sendPage(reply, deliveryPage(frame, { delivery, attempts, known: undefined }))
    const { channel, url } = delivery
    const { project_id } = await findProject(clients, account_id, delivery.project)
    const known = await clients.channelCare.askEngine(
      { account_id, project_id, channel, url },
      { deadlineMs: outsideDeadlineMs },
    )
    return sendPage(reply, deliveryPage(frame, { delivery, attempts, known }))
  })
}

export default signedInRoutes(showDelivery, askEngine)
