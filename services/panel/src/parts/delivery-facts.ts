import type { Delivery__Output as Delivery } from '@pagebell/protos/notifier/v1/Delivery'
import type { Frame } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { postForm } from './form.ts'
import { outsideLink } from './outside-link.ts'
import { exactTime, timeTag } from './time.ts'

export const channelNames: Record<string, string> = { indexnow: 'IndexNow', google: 'Google', bing: 'Bing' }

/** A channel as people call it. */
export const channelName = (channel: string): string => channelNames[channel] ?? channel

/** Held and rejected deliveries can be made due again. */
export const isStuck = ({ status }: Delivery): boolean => status === 'held' || status === 'rejected'

/** Makes one due again, and comes back to this page. */
export const requeueForm = (frame: Frame, { id, url }: Delivery): Html =>
  postForm(
    frame,
    '/deliveries/requeue',
    html`<input type="hidden" name="delivery_id" value="${id}"><input type="hidden" name="back" value="${frame.path}"><button>Requeue<span class="unseen"> ${url}</span></button>`,
    '',
  )

/** What became of one URL, and what its engine said last. */
export function deliveryFacts(frame: Frame, delivery: Delivery): Html {
  const { url, submitted_at, attempts, last_attempt_at, engine_status, engine_message } = delivery
  return html`<dl class="facts"><dt>Page</dt><dd>${outsideLink(url)}</dd>
<dt>Submitted</dt><dd>${exactTime(submitted_at)}</dd>
<dt>Attempts</dt><dd>${attempts}${last_attempt_at !== undefined && html`, the last one ${timeTag(last_attempt_at, frame.now)}`}</dd>
${delivery.delivered_at !== undefined && html`<dt>Delivered</dt><dd>${exactTime(delivery.delivered_at)}</dd>`}
${delivery.next_at !== undefined && html`<dt>Tried next</dt><dd>${timeTag(delivery.next_at, frame.now)}</dd>`}
${delivery.engine !== undefined && html`<dt>Engine</dt><dd><code class="url">${delivery.engine}</code></dd>`}
${(engine_status !== undefined || engine_message !== undefined) && html`<dt>Response</dt><dd>${engineWords(engine_status, engine_message)}</dd>`}
<dt>Batch</dt><dd><a href="/deliveries?batch=${delivery.batch_id}"><code class="url">${delivery.batch_id}</code></a></dd></dl>`
}

/** An engine's answer: its status, and what it said. */
export const engineWords = (status: number | undefined, message: string | undefined): Html =>
  html`<span class="said">${status !== undefined && html`<strong>${status}</strong> `}${message}</span>`
