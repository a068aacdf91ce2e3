import type { Attempt__Output as Attempt } from '@pagebell/protos/notifier/v1/Attempt'
import type { Delivery__Output as Delivery } from '@pagebell/protos/notifier/v1/Delivery'
import type { EngineWords__Output as EngineWords } from '@pagebell/protos/notifier/v1/EngineWords'
import type { Frame } from '../frame.ts'
import { type Html, html, type Part } from '../html.ts'
import { attemptBadge, deliveryBadge } from '../parts/badge.ts'
import { channelName, deliveryFacts, engineWords, isStuck, requeueForm } from '../parts/delivery-facts.ts'
import { empty } from '../parts/empty.ts'
import { page } from '../parts/layout.ts'
import { counted, grouped } from '../parts/number.ts'
import { table } from '../parts/table.ts'
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
<div class="card flush">${attempts.length === 0 ? noAttempt(delivery) : attemptTable(attempts)}</div></section></div>`,
  })
}

const attemptTable = (attempts: Attempt[]): Html =>
  table(
    'Attempts to tell the engine, oldest first',
    [
      { name: 'Asked', kind: 'main', cell: ({ asked_at }: Attempt) => exactTime(asked_at) },
      {
        name: 'Came to',
        cell: ({ outcome, reason }: Attempt) =>
          html`${attemptBadge(outcome)}${reason !== undefined && html`<span class="two">${reason}</span>`}`,
      },
      { name: 'The engine’s words', cell: wordsOf },
      { name: 'Took', kind: 'number', cell: ({ took_ms }: Attempt) => `${grouped(took_ms)} ms` },
    ],
    attempts,
  )

const wordsOf = ({ engine, engine_status, engine_message, urls }: Attempt): Part =>
  html`${engine_status === undefined ? 'No answer' : engineWords(engine_status, engine_message)}<span class="two"><span class="url">${engine}</span>${urls > 1 && `, with ${counted(urls - 1, 'other URL')}`}</span>`

const noAttempt = ({ attempts }: Delivery): Html =>
  attempts > 0
    ? empty('deliveries', 'Not kept', 'It was tried before attempts were kept one by one.')
    : empty('deliveries', 'Not tried yet', 'No engine has been asked.')

const knownCard = ({ id, channel }: Delivery, known: EngineWords | undefined): Html =>
  html`<section class="card" aria-labelledby="known"><h2 id="known">What ${channelName(channel)} knows of it</h2>
${known === undefined ? html`<form method="get" action="/deliveries/${id}" class="stack"><p class="hint">When it was told of this page last, in its own words.</p><button name="known" value="1">Ask ${channelName(channel)}</button></form>` : html`<p>${engineWords(known.status, known.text)}</p>`}</section>`
