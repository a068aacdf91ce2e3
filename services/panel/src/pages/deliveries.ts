import type { Delivery__Output as Delivery } from '@pagebell/protos/notifier/v1/Delivery'
import type { DeliveryList__Output as DeliveryList } from '@pagebell/protos/notifier/v1/DeliveryList'
import { type DeliveryFilters, deliveryStates } from '../delivery-filters.ts'
import type { Frame } from '../frame.ts'
import { type Html, html, type Part } from '../html.ts'
import { deliveryBadge } from '../parts/badge.ts'
import { channelName, channelNames, deliveryFacts, isStuck, requeueForm } from '../parts/delivery-facts.ts'
import { deliveryReason, reasonLine } from '../parts/delivery-reason.ts'
import { empty } from '../parts/empty.ts'
import { choice, type FormErrors, field, postForm, problem } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { counted } from '../parts/number.ts'
import { linkTo } from '../parts/pager.ts'
import { table } from '../parts/table.ts'
import { timeTag } from '../parts/time.ts'
import { shownUrl } from '../parts/url.ts'

export function deliveriesPage(
  frame: Frame,
  { filters, found, errors }: { filters: DeliveryFilters; found: DeliveryList; errors?: FormErrors | undefined },
): Html {
  const { deliveries } = found
  return page(frame, {
    title: 'Deliveries',
    lead: 'Every URL that a webhook accepted, and its state. Newest first.',
    actions: html`<a class="button" href="${requeueLink(filters)}">Requeue rejected</a><a class="button" href="${linkTo(frame.path, {}).replace('/deliveries', '/deliveries.csv')}">Export as CSV</a>`,
    body: html`${filterForm(filters)}
<div id="list" tabindex="-1"${deliveries.some(isMoving) && html` hx-get="${frame.path}" hx-select="#list" hx-swap="outerHTML" hx-trigger="every 3s"`}>
${errors === undefined ? results(frame, filters, found) : problem(badFilter(errors))}</div>`,
  })
}

function results(frame: Frame, filters: DeliveryFilters, { deliveries, next_cursor }: DeliveryList): Html {
  return html`<p class="hint list-count" role="status" tabindex="-1">${counted(deliveries.length, 'delivery', 'deliveries')} shown</p>
${batchCard(frame, filters, deliveries)}
<div class="card flush">${deliveries.length === 0 ? nothing(filters) : html`<ul class="log">${deliveries.map((delivery) => logEntry(frame, delivery))}</ul>`}</div>
${(filters.cursor !== undefined || next_cursor !== undefined) && html`<nav class="pager" aria-label="Pages of the list"><div class="row">${filters.cursor !== undefined && html`<a class="button" href="${linkTo(frame.path, {})}">Newest</a>`}${next_cursor !== undefined && html`<a class="button" rel="next" href="${linkTo(frame.path, { cursor: next_cursor })}">Older</a>`}</div></nav>`}`
}

const badFilter = ({ fields, message }: FormErrors): string =>
  fields?.['url'] === undefined
    ? (message ??
      Object.entries(fields ?? {})
        .map(([name, texts]) => `"${name}" ${texts.join(' ')}.`)
        .join(' '))
    : 'Enter a complete URL, such as https://example.com/page: deliveries cannot be searched by a part of it.'

/** To the page that asks since when; a project that is looked at stays chosen. */
const requeueLink = ({ project }: DeliveryFilters): string =>
  project === undefined ? '/deliveries/requeue' : `/deliveries/requeue?project=${encodeURIComponent(project)}`

const isMoving = ({ status }: Delivery): boolean => status === 'pending' || status === 'retrying'

const titled = (state: string): string => state.charAt(0).toUpperCase() + state.slice(1).replaceAll('_', ' ')

const filterForm = (filters: DeliveryFilters): Html =>
  html`<form method="get" action="/deliveries#list" class="filters" role="search" aria-label="Find deliveries"
 hx-get="/deliveries" hx-target="#list" hx-select="#list" hx-swap="outerHTML" hx-push-url="true" hx-trigger="change, submit">
<div class="grow">${field({ name: 'url', label: 'URL', type: 'search', value: filters.url, attributes: html`maxlength="2048" autocomplete="off" placeholder="https://example.com/page"` })}</div>
${choice('status', 'Status', filters.status, [['', 'Any'], ...deliveryStates.map((state) => [state, titled(state)] as const)])}
${choice('channel', 'Channel', filters.channel, [['', 'Any'], ...Object.entries(channelNames)])}
${field({ name: 'project', label: 'Project', value: filters.project, attributes: html`maxlength="253" autocomplete="off" placeholder="any"` })}
<div class="grow">${field({ name: 'from', label: html`From <span data-zone>(UTC)</span>`, type: 'datetime-local', value: filters.from })}</div>
<div class="grow">${field({ name: 'until', label: html`Until <span data-zone>(UTC)</span>`, type: 'datetime-local', value: filters.until })}</div>
${filters.batch !== undefined && html`<input type="hidden" name="batch" value="${filters.batch}">`}
<button>Apply</button></form>`

function batchCard(frame: Frame, { batch }: DeliveryFilters, deliveries: Delivery[]): Part {
  if (batch === undefined) return undefined
  const stuck = deliveries.some(isStuck)
  return html`<div class="between batch"><p>Only batch <code>${batch}</code>. <a href="${linkTo(frame.path, { batch: undefined })}">Show all</a></p>
${stuck && postForm(frame, '/deliveries/requeue', html`<input type="hidden" name="batch_id" value="${batch}"><input type="hidden" name="back" value="${frame.path}"><button class="small">Requeue held and rejected</button>`, '')}</div>`
}

/** One URL: what became of it, and behind it when it was tried and what the engine said. */
function logEntry(frame: Frame, delivery: Delivery): Html {
  const { id, url, channel, status, action, submitted_at, attempts } = delivery
  return html`<li><details><summary><span class="log-url">${shownUrl(url)}</span><span class="log-facts">${deliveryBadge(status)}<span>${channelName(channel)}${action === 'delete' && ', removed'}</span>${timeTag(submitted_at, frame.now)}</span>${reasonLine(delivery)}</summary>
<div class="log-body">${deliveryReason(delivery)}${deliveryFacts(frame, delivery)}
<div class="row"><a class="button" href="/deliveries/${id}">${attempts > 1 ? 'All attempts' : 'Details'}<span class="unseen"> of ${url}</span></a>${isStuck(delivery) && requeueForm(frame, delivery)}</div></div></details></li>`
}

/** Deliveries without the filters around them, as the overview shows them. */
export const deliveryTable = (frame: Frame, deliveries: Delivery[]): Html =>
  table(
    'Newest deliveries',
    [
      {
        name: 'URL',
        kind: 'main',
        cell: ({ url }: Delivery) =>
          html`<a class="url" href="/deliveries?url=${encodeURIComponent(url)}">${shownUrl(url)}</a>`,
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
        'Remove a filter. A URL has to be complete.',
        html`<a class="button" href="/deliveries">Show all</a>`,
      )
    : empty(
        'deliveries',
        'No deliveries yet',
        "Create a project's webhook and post the first changed URLs to it.",
        html`<a class="button" href="/projects">Projects</a>`,
      )
}
