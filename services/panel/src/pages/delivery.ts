import type { Attempt__Output as Attempt } from '@pagebell/protos/notifier/v1/Attempt'
import type { Delivery__Output as Delivery } from '@pagebell/protos/notifier/v1/Delivery'
import type { EngineWords__Output as EngineWords } from '@pagebell/protos/notifier/v1/EngineWords'
import type { Frame } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { attemptBadge, deliveryBadge } from '../parts/badge.ts'
import { channelName, deliveryFacts, engineWords, isStuck, requeueForm } from '../parts/delivery-facts.ts'
import { empty } from '../parts/empty.ts'
import { page } from '../parts/layout.ts'
import { counted, grouped } from '../parts/number.ts'
import { exactTime } from '../parts/time.ts'

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
    lead: html`<span class="url">${delivery.url}</span>`,
    actions: html`<a class="button" href="/deliveries">All deliveries</a>${isStuck(delivery) && requeueForm(frame, delivery)}`,
    body: html`<div class="sections"><section class="card" aria-labelledby="fate"><div class="between"><h2 id="fate">${channelName(delivery.channel)}${delivery.action === 'delete' && ', removed'}</h2>${deliveryBadge(delivery.status)}</div>
${delivery.reason !== undefined && html`<p>${delivery.reason}</p>`}${deliveryFacts(frame, delivery)}</section>
${canBeAsked(delivery) && knownCard(delivery, known)}
<section class="stack-wide" aria-labelledby="attempts"><div class="between"><h2 id="attempts">Attempts</h2><p class="hint">${counted(attempts.length, 'attempt')}</p></div>
<div class="card flush">${attempts.length === 0 ? noAttempt(delivery) : attemptList(attempts)}</div></section></div>`,
  })
}

const attemptList = (attempts: Attempt[]): Html => html`<ol class="log">${attempts.map(attemptEntry)}</ol>`

function attemptEntry({ asked_at, took_ms, engine, urls, outcome, reason, ...said }: Attempt): Html {
  const { engine_status: status, engine_message: message } = said
  return html`<li class="attempt"><div class="between"><span>${exactTime(asked_at)}</span>${attemptBadge(outcome)}</div>
${reason !== undefined && html`<p>${reason}</p>`}
<p>${status === undefined ? 'No answer' : engineWords(status, message)}</p>
<p class="hint">${grouped(took_ms)} ms, <span class="url">${engine}</span>${urls > 1 && `, together with ${counted(urls - 1, 'other URL')}`}</p></li>`
}

const noAttempt = ({ attempts }: Delivery): Html =>
  attempts > 0
    ? empty('deliveries', 'Not kept', 'It was tried before attempts were kept one by one.')
    : empty('deliveries', 'Not tried yet', 'No engine has been asked.')

const knownCard = ({ id, channel }: Delivery, known: EngineWords | undefined): Html =>
  html`<section class="card" aria-labelledby="known"><h2 id="known">What ${channelName(channel)} knows of it</h2>
${known === undefined ? html`<form method="get" action="/deliveries/${id}" class="stack"><p class="hint">When it was told of this page last, in its own words.</p><button name="known" value="1">Ask ${channelName(channel)}</button></form>` : html`<p>${engineWords(known.status, known.text)}</p>`}</section>`
