import { type Html, html, type Part } from '@pagebell/html/template'
import type { Delivery__Output as Delivery } from '@pagebell/protos/notifier/v1/notifier'
import type { DeliveryFilters } from '../forms/delivery-filters.ts'
import { timeTag } from '../html/format.ts'
import type { Frame } from '../html/frame.ts'
import { deliveryBadge } from '../parts/badge.ts'
import { channelName, deliveryFacts, isStuck } from '../parts/delivery-facts.ts'
import { deliveryReason, reasonLine } from '../parts/delivery-reason.ts'
import { postForm } from '../parts/form.ts'
import { linkTo } from '../parts/pager.ts'
import { shownUrl } from '../parts/url.ts'
import { selectionField } from './selection.ts'

/** Deliveries with their states, of which those that are held or rejected can be selected and requeued together. */
export function deliveryLog(frame: Frame, { batch }: DeliveryFilters, deliveries: Delivery[]): Html {
  const log = html`<ul class="log">${deliveries.map((delivery) => logEntry(frame, delivery))}</ul>`
  const list = html`${batchLine(frame, batch, deliveries)}<div class="card flush">${log}</div>`
  if (!deliveries.some(isStuck)) return list
  const form = html`<input type="hidden" name="back" value="${frame.path}">${list}
<div class="selection"><p class="hint">Select deliveries that are held or rejected.</p>
<button>Requeue selected</button></div>`
  return postForm(frame, '/deliveries/requeue', form, 'selectable')
}

/** One delivery: its state, and folded its attempts and the engine's response. */
function logEntry(frame: Frame, delivery: Delivery): Html {
  const { id, url, channel, status, action, submitted_at, attempts } = delivery
  const via = html`<span>${channelName(channel)}${action === 'delete' && ', removed'}</span>`
  const link = attempts > 1 ? 'All attempts' : 'Details'
  const select =
    isStuck(delivery) &&
    html`<label class="select"><input type="checkbox" name="${selectionField(id)}" value="1">
<span class="unseen">Select ${url}</span></label>`
  const requeue = html`<button name="only" value="${id}">Requeue<span class="unseen"> ${url}</span></button>`
  return html`<li>${select}<details><summary><span class="log-url">${shownUrl(url)}</span>
<span class="log-facts">${deliveryBadge(status)}${via}${timeTag(submitted_at, frame.now)}</span>
${reasonLine(delivery)}</summary>
<div class="log-body">${deliveryReason(delivery)}${deliveryFacts(frame, delivery)}
<div class="row"><a class="button" href="/deliveries/${id}">${link}<span class="unseen"> of ${url}</span></a>
${isStuck(delivery) && requeue}</div></div></details></li>`
}

function batchLine({ path }: Frame, batch: string | undefined, deliveries: Delivery[]): Part {
  if (batch === undefined) return undefined
  const allPath = linkTo(path, { batch: undefined })
  const requeue = html`<button class="small" name="batch_id" value="${batch}">Requeue held and rejected</button>`
  return html`<div class="between batch"><p>Only batch <code>${batch}</code>. <a href="${allPath}">Show all</a></p>
${deliveries.some(isStuck) && requeue}</div>`
}
