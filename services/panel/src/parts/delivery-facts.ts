import { type Html, html, type Part } from '@pagebell/html/template'
import type { Delivery__Output as Delivery } from '@pagebell/protos/notifier/v1/notifier'
import { exactTime, timeTag } from '../html/format.ts'
import type { Frame } from '../html/frame.ts'
import { postForm } from './form.ts'
import { outsideLink } from './url.ts'

export const channelNames: Record<string, string> = { indexnow: 'IndexNow', google: 'Google', bing: 'Bing' }

/** A channel's display name. */
export const channelName = (channel: string): string => channelNames[channel] ?? channel

/** Held and rejected deliveries can be requeued. */
export const isStuck = ({ status }: Delivery): boolean => status === 'held' || status === 'rejected'

/** Requeues a delivery and returns to this page. */
export const requeueForm = (frame: Frame, { id, url }: Delivery): Html =>
  postForm(
    frame,
    '/deliveries/requeue',
    html`<input type="hidden" name="delivery_id" value="${id}">
<input type="hidden" name="back" value="${frame.path}">
<button>Requeue<span class="unseen"> ${url}</span></button>`,
    '',
  )

/** The state of one delivery and the last response of its engine. */
export function deliveryFacts(frame: Frame, delivery: Delivery): Html {
  const { url, submitted_at, attempts, last_attempt_at, delivered_at, next_at } = delivery
  const { engine, engine_status, engine_message } = delivery
  const lastAttempt = last_attempt_at !== undefined && html`, the last one ${timeTag(last_attempt_at, frame.now)}`
  const response =
    (engine_status !== undefined || engine_message !== undefined) && engineResponse(engine_status, engine_message)
  const batch = delivery.batch_id
  const batchLink = html`<a href="/deliveries?batch=${batch}"><code class="url">${batch}</code></a>`
  const fact = (name: string, value: Part): Part =>
    value !== undefined && value !== false && html`<dt>${name}</dt><dd>${value}</dd>`
  return html`<dl class="facts"><dt>Page</dt><dd>${outsideLink(url)}</dd>
<dt>Submitted</dt><dd>${exactTime(submitted_at)}</dd>
<dt>Attempts</dt><dd>${attempts}${lastAttempt}</dd>
${fact('Delivered', delivered_at !== undefined && exactTime(delivered_at))}
${fact('Tried next', next_at !== undefined && timeTag(next_at, frame.now))}
${fact('Engine', engine !== undefined && html`<code class="url">${engine}</code>`)}
${fact('Response', response)}
${fact('Page check', checkResult(frame, delivery))}
${fact('Batch', batchLink)}</dl>`
}

/** What was found on the page before it was sent or skipped. */
function checkResult(frame: Frame, { checked, not_checked }: Delivery): Part {
  const unchecked = not_checked !== undefined && html`Sent without a check <code>${not_checked}</code>. `
  if (!checked) return unchecked
  const { status, indexable, canonical, changed, at } = checked
  const facts = [
    status === undefined ? 'no answer' : `status ${status}`,
    ...(indexable === false ? ['noindex'] : []),
    ...(canonical === undefined ? [] : [`canonical ${canonical}`]),
    ...(changed.length === 0 ? [] : [`changed: ${changed.join(', ')}`]),
  ]
  return html`${unchecked}${facts.join('; ')}, ${timeTag(at, frame.now)}`
}

/** An engine's response: its status and message. */
export const engineResponse = (status: number | undefined, message: string | undefined): Html =>
  html`<span class="said">${status !== undefined && html`<strong>${status}</strong> `}${message}</span>`
