import type { Attempt__Output as Attempt } from '@pagebell/protos/notifier/v1/Attempt'
import type { Delivery__Output as Delivery } from '@pagebell/protos/notifier/v1/Delivery'
import type { EngineWords__Output as EngineWords } from '@pagebell/protos/notifier/v1/EngineWords'
import type { Frame } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { attemptBadge, deliveryBadge } from '../parts/badge.ts'
import { channelName, deliveryFacts, engineWords, isStuck, requeueForm } from '../parts/delivery-facts.ts'
import { attemptReason, deliveryReason } from '../parts/delivery-reason.ts'
import { empty } from '../parts/empty.ts'
import { postForm } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { counted, grouped } from '../parts/number.ts'
import { exactTime } from '../parts/time.ts'
import { shownUrl } from '../parts/url.ts'

type Shown = {
  delivery: Delivery
  attempts: Attempt[]
  /** What the engine itself knows of the URL, if it was asked. */
  known: EngineWords | undefined
}

/** Engines that tell what they know of a URL. */
export const canBeAsked = ({ channel }: Delivery): boolean => channel === 'google'

/** One URL of the log, with every attempt to tell its engine. */
export function deliveryPage(frame: Frame, { delivery, attempts, known }: Shown): Html {
  return page(frame, {
    title: 'Delivery',
    lead: shownUrl(delivery.url),
    actions: html`<a class="button" href="/deliveries">All deliveries</a>${isStuck(delivery) && requeueForm(frame, delivery)}`,
    body: html`<div class="sections"><section class="card" aria-labelledby="fate"><div class="between"><h2 id="fate">${channelName(delivery.channel)}${delivery.action === 'delete' && ', removed'}</h2>${deliveryBadge(delivery.status)}</div>
${deliveryReason(delivery)}${deliveryFacts(frame, delivery)}</section>
${canBeAsked(delivery) && knownCard(frame, delivery, known)}
<section class="stack-wide" aria-labelledby="attempts"><div class="between"><h2 id="attempts">Attempts</h2><p class="hint">${counted(attempts.length, 'attempt')}</p></div>
<div class="card flush">${attempts.length === 0 ? noAttempt(delivery) : attemptList(attempts)}</div></section></div>`,
  })
}

const attemptList = (attempts: Attempt[]): Html => html`<ol class="log">${attempts.map(attemptEntry)}</ol>`

function attemptEntry({ asked_at, took_ms, engine, urls, outcome, reason, ...said }: Attempt): Html {
  const { engine_status: status, engine_message: message } = said
  return html`<li class="attempt"><div class="between"><span>${exactTime(asked_at)}</span>${attemptBadge(outcome)}</div>
${reason !== undefined && attemptReason(reason)}
<p>${status === undefined ? 'No response' : engineWords(status, message)}</p>
<p class="hint">${grouped(took_ms)} ms, <span class="url">${engine}</span>${urls > 1 && `, with ${counted(urls - 1, 'other URL')}`}</p></li>`
}

const noAttempt = ({ attempts }: Delivery): Html =>
  attempts > 0
    ? empty('deliveries', 'Not stored', 'These attempts were made before Pagebell stored each of them.')
    : empty('deliveries', 'Not tried yet', 'No request has been made.')

const knownCard = (frame: Frame, { id, channel }: Delivery, known: EngineWords | undefined): Html =>
  html`<section class="card" aria-labelledby="known"><h2 id="known">What ${channelName(channel)} knows about this URL</h2>
${known === undefined ? postForm(frame, `/deliveries/${id}/known`, html`<p class="hint">Asks when it last received a notification of this URL.</p><button>Ask ${channelName(channel)}</button>`, 'stack') : html`<p>${engineWords(known.status, known.text)}</p>`}</section>`
