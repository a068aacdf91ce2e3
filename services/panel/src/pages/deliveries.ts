import type { Delivery__Output as Delivery } from '@pagebell/protos/notifier/v1/Delivery'
import type { DeliveryList__Output as DeliveryList } from '@pagebell/protos/notifier/v1/DeliveryList'
import { type DeliveryFilters, deliveryStates } from '../delivery-filters.ts'
import type { Frame } from '../frame.ts'
import { type Html, html, type Part } from '../html.ts'
import { deliveryBadge } from '../parts/badge.ts'
import { channelName, channelNames, deliveryFacts, isStuck, requeueForm } from '../parts/delivery-facts.ts'
import { empty } from '../parts/empty.ts'
import { choice, field, postForm } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { counted } from '../parts/number.ts'
import { linkTo } from '../parts/pager.ts'
import { table } from '../parts/table.ts'
import { timeTag } from '../parts/time.ts'

export function deliveriesPage(
  frame: Frame,
  { filters, found }: { filters: DeliveryFilters; found: DeliveryList },
): Html {
  const { deliveries, next_cursor } = found
  return page(frame, {
    title: 'Deliveries',
    lead: 'What became of every URL that a webhook accepted, newest first.',
    actions: html`<a class="button" href="${requeueLink(filters)}">Requeue the rejected</a><a class="button" href="${linkTo(frame.path, {}).replace('/deliveries', '/deliveries.csv')}">Export as CSV</a>`,
    body: html`${filterForm(filters)}
<div id="list"${deliveries.some(isMoving) && html` hx-get="${frame.path}" hx-select="#list" hx-swap="outerHTML" hx-trigger="every 3s"`}>
${batchCard(frame, filters, deliveries)}
<div class="card flush">${deliveries.length === 0 ? nothing(filters) : html`<ul class="log">${deliveries.map((delivery) => logEntry(frame, delivery))}</ul>`}</div>
${(filters.cursor !== undefined || next_cursor !== undefined) && html`<nav class="pager" aria-label="Pages of the list"><p class="hint">${counted(deliveries.length, 'delivery', 'deliveries')} shown</p><div class="row">${filters.cursor !== undefined && html`<a class="button" href="${linkTo(frame.path, {})}">Newest</a>`}${next_cursor !== undefined && html`<a class="button" rel="next" href="${linkTo(frame.path, { cursor: next_cursor })}">Older</a>`}</div></nav>`}</div>`,
  })
}

/** To the page that asks since when; a project that is looked at stays chosen. */
const requeueLink = ({ project }: DeliveryFilters): string =>
  project === undefined ? '/deliveries/requeue' : `/deliveries/requeue?project=${encodeURIComponent(project)}`

const isMoving = ({ status }: Delivery): boolean => status === 'pending' || status === 'retrying'

const titled = (state: string): string => state.charAt(0).toUpperCase() + state.slice(1).replaceAll('_', ' ')

const filterForm = (filters: DeliveryFilters): Html =>
  html`<form method="get" action="/deliveries" class="filters" role="search" aria-label="Find deliveries"
 hx-get="/deliveries" hx-target="#list" hx-select="#list" hx-swap="outerHTML" hx-push-url="true" hx-trigger="change, submit">
<div class="grow">${field({ name: 'url', label: 'URL', type: 'search', value: filters.url, attributes: html`maxlength="2048" autocomplete="off" placeholder="the whole address"` })}</div>
${choice('status', 'Status', filters.status, [['', 'Any'], ...deliveryStates.map((state) => [state, titled(state)] as const)])}
${choice('channel', 'Channel', filters.channel, [['', 'Any'], ...Object.entries(channelNames)])}
${field({ name: 'project', label: 'Project', value: filters.project, attributes: html`maxlength="253" autocomplete="off" placeholder="any"` })}
<div class="grow">${field({ name: 'from', label: 'From (UTC)', type: 'datetime-local', value: filters.from })}</div>
<div class="grow">${field({ name: 'until', label: 'Until (UTC)', type: 'datetime-local', value: filters.until })}</div>
${filters.batch !== undefined && html`<input type="hidden" name="batch" value="${filters.batch}">`}
<button>Show</button></form>`

function batchCard(frame: Frame, { batch }: DeliveryFilters, deliveries: Delivery[]): Part {
  if (batch === undefined) return undefined
  const stuck = deliveries.some(isStuck)
  return html`<div class="between batch"><p>Only batch <code>${batch}</code>. <a href="${linkTo(frame.path, { batch: undefined })}">Show all</a></p>
${stuck && postForm(frame, '/deliveries/requeue', html`<input type="hidden" name="batch_id" value="${batch}"><input type="hidden" name="back" value="${frame.path}"><button class="small">Requeue what is stuck in it</button>`, '')}</div>`
}

/** One URL: what became of it, and behind it when it was tried and what the engine said. */
function logEntry(frame: Frame, delivery: Delivery): Html {
  const { id, url, channel, status, action, submitted_at, attempts } = delivery
  return html`<li><details><summary><span class="log-url url">${url}</span><span class="log-facts">${deliveryBadge(status)}<span>${channelName(channel)}${action === 'delete' && ', removed'}</span>${timeTag(submitted_at, frame.now)}</span>${reasonOf(delivery)}</summary>
<div class="log-body">${deliveryFacts(frame, delivery)}
<div class="row"><a class="button" href="/deliveries/${id}">${attempts > 1 ? 'All attempts' : 'Details'}<span class="unseen"> of ${url}</span></a>${isStuck(delivery) && requeueForm(frame, delivery)}</div></div></details></li>`
}

const reasonOf = ({ status, reason }: Delivery): Part =>
  reason !== undefined && status !== 'delivered' && html`<span class="two">${reason}</span>`

/** Deliveries without the filters around them, as the overview shows them. */
export const deliveryTable = (frame: Frame, deliveries: Delivery[]): Html =>
  table(
    'Newest deliveries',
    [
      {
        name: 'URL',
        kind: 'main',
        cell: ({ url }: Delivery) => html`<a class="url" href="/deliveries?url=${encodeURIComponent(url)}">${url}</a>`,
      },
      { name: 'Channel', cell: ({ channel }: Delivery) => channelName(channel) },
      { name: 'Status', cell: ({ status }: Delivery) => deliveryBadge(status) },
      { name: 'Submitted', cell: ({ submitted_at }: Delivery) => timeTag(submitted_at, frame.now) },
    ],
    deliveries,
  )

function nothing({ per_page: _size, ...filters }: DeliveryFilters): Html {
  return Object.values(filters).some((one) => one !== undefined)
    ? empty(
        'deliveries',
        'No delivery fits',
        'Leave out a filter. A URL has to be the whole address, in any spelling.',
        html`<a class="button" href="/deliveries">Show all</a>`,
      )
    : empty(
        'deliveries',
        'Nothing sent yet',
        "Create a project's webhook and post the first changed URLs to it.",
        html`<a class="button" href="/projects">To your projects</a>`,
      )
}
