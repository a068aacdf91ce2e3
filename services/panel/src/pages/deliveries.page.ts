import type {
  Delivery__Output as Delivery,
  DeliveryList__Output as DeliveryList,
} from '@pagebell/protos/notifier/v1/notifier'
import { type DeliveryFilters, deliveryFilters, deliveryQuery, deliveryStates } from '../forms/delivery-filters.ts'
import { type FormErrors, submitForm } from '../forms/form-result.ts'
import { counted, timeTag } from '../html/format.ts'
import { type Frame, frameOf, sendPage } from '../html/frame.ts'
import { type Html, html, type Part } from '../html/html.ts'
import { deliveryBadge } from '../parts/badge.ts'
import { channelName, channelNames, deliveryFacts, isStuck, requeueForm } from '../parts/delivery-facts.ts'
import { deliveryReason, reasonLine } from '../parts/delivery-reason.ts'
import { choice, field, postForm, problem } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { linkTo } from '../parts/pager.ts'
import { empty, table } from '../parts/table.ts'
import { shownUrl } from '../parts/url.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'

type DeliveriesPage = { filters: DeliveryFilters; found: DeliveryList; errors?: FormErrors | undefined }

function deliveriesPage(frame: Frame, { filters, found, errors }: DeliveriesPage): Html {
  const csvPath = linkTo(frame.path, {}).replace('/deliveries', '/deliveries.csv')
  const reload = html` hx-get="${frame.path}" hx-select="#list" hx-swap="outerHTML" hx-trigger="every 3s"`
  return page(frame, {
    title: 'Deliveries',
    lead: 'Every URL that a webhook accepted, and its state. Newest first.',
    actions: html`<a class="button" href="${requeuePath(filters)}">Requeue rejected</a>
<a class="button" href="${csvPath}">Export as CSV</a>`,
    body: html`${filterForm(filters)}
<div id="list" tabindex="-1"${found.deliveries.some(isPending) && reload}>
${errors === undefined ? deliveryList(frame, filters, found) : problem(invalidFilter(errors))}</div>`,
  })
}

function deliveryList(frame: Frame, filters: DeliveryFilters, { deliveries, next_cursor }: DeliveryList): Html {
  const count = `${counted(deliveries.length, 'delivery', 'deliveries')} shown`
  const log = html`<ul class="log">${deliveries.map((delivery) => logEntry(frame, delivery))}</ul>`
  return html`<p class="hint list-count" role="status" tabindex="-1">${count}</p>
${batchCard(frame, filters, deliveries)}
<div class="card flush">${deliveries.length === 0 ? nothingFound(filters) : log}</div>
${cursorPager(frame, filters.cursor, next_cursor)}`
}

function cursorPager({ path }: Frame, cursor: string | undefined, nextCursor: string | undefined): Part {
  if (cursor === undefined && nextCursor === undefined) return undefined
  const newest = cursor !== undefined && html`<a class="button" href="${linkTo(path, {})}">Newest</a>`
  const older =
    nextCursor !== undefined &&
    html`<a class="button" rel="next" href="${linkTo(path, { cursor: nextCursor })}">Older</a>`
  return html`<nav class="pager" aria-label="Pages of the list"><div class="row">${newest}${older}</div></nav>`
}

function invalidFilter({ fields = {}, message }: FormErrors): string {
  if (fields['url'] !== undefined)
    return 'Enter a complete URL, such as https://example.com/page: deliveries cannot be searched by a part of it.'
  const sentences = Object.entries(fields).map(([name, texts]) => `"${name}" ${texts.join(' ')}.`)
  return message ?? sentences.join(' ')
}

/** The page with the form for the start time; a selected project stays selected. */
const requeuePath = ({ project }: DeliveryFilters): string =>
  project === undefined ? '/deliveries/requeue' : `/deliveries/requeue?project=${encodeURIComponent(project)}`

const isPending = ({ status }: Delivery): boolean => status === 'pending' || status === 'retrying'

/** A state's name, as its badge has it. */
const stateName = (state: string): string =>
  state === 'set_aside' ? 'Failed internally' : state.charAt(0).toUpperCase() + state.slice(1)

function filterForm({ url, status, channel, project, from, until, batch }: DeliveryFilters): Html {
  const urlField = field({
    name: 'url',
    label: 'URL',
    type: 'search',
    value: url,
    attributes: html`maxlength="2048" autocomplete="off" placeholder="https://example.com/page"`,
  })
  const states = deliveryStates.map((state) => [state, stateName(state)] as const)
  const projectField = field({
    name: 'project',
    label: 'Project',
    value: project,
    attributes: html`maxlength="253" autocomplete="off" placeholder="any"`,
  })
  const zone = html`<span data-zone>(UTC)</span>`
  const fromField = field({ name: 'from', label: html`From ${zone}`, type: 'datetime-local', value: from })
  const untilField = field({ name: 'until', label: html`Until ${zone}`, type: 'datetime-local', value: until })
  return html`<form method="get" action="/deliveries#list" class="filters" role="search" aria-label="Find deliveries"
 hx-get="/deliveries" hx-target="#list" hx-select="#list" hx-swap="outerHTML" hx-push-url="true"
 hx-trigger="change, submit">
<div class="grow">${urlField}</div>
${choice('status', 'Status', status, [['', 'Any'], ...states])}
${choice('channel', 'Channel', channel, [['', 'Any'], ...Object.entries(channelNames)])}
${projectField}<div class="grow">${fromField}</div><div class="grow">${untilField}</div>
${batch !== undefined && html`<input type="hidden" name="batch" value="${batch}">`}
<button>Apply</button></form>`
}

function batchCard(frame: Frame, { batch }: DeliveryFilters, deliveries: Delivery[]): Part {
  if (batch === undefined) return undefined
  const requeue = html`<input type="hidden" name="batch_id" value="${batch}">
<input type="hidden" name="back" value="${frame.path}"><button class="small">Requeue held and rejected</button>`
  const allPath = linkTo(frame.path, { batch: undefined })
  return html`<div class="between batch"><p>Only batch <code>${batch}</code>. <a href="${allPath}">Show all</a></p>
${deliveries.some(isStuck) && postForm(frame, '/deliveries/requeue', requeue, '')}</div>`
}

/** One delivery: its state, and folded its attempts and the engine's response. */
function logEntry(frame: Frame, delivery: Delivery): Html {
  const { id, url, channel, status, action, submitted_at, attempts } = delivery
  const via = html`<span>${channelName(channel)}${action === 'delete' && ', removed'}</span>`
  const link = attempts > 1 ? 'All attempts' : 'Details'
  return html`<li><details><summary><span class="log-url">${shownUrl(url)}</span>
<span class="log-facts">${deliveryBadge(status)}${via}${timeTag(submitted_at, frame.now)}</span>
${reasonLine(delivery)}</summary>
<div class="log-body">${deliveryReason(delivery)}${deliveryFacts(frame, delivery)}
<div class="row"><a class="button" href="/deliveries/${id}">${link}<span class="unseen"> of ${url}</span></a>
${isStuck(delivery) && requeueForm(frame, delivery)}</div></div></details></li>`
}

/** Deliveries without filters, as the overview shows them. */
export const deliveryTable = (frame: Frame, deliveries: Delivery[]): Html =>
  table<Delivery>(
    'Newest deliveries',
    [
      {
        name: 'URL',
        kind: 'main',
        cell: ({ url }) => html`<a class="url" href="/deliveries?url=${encodeURIComponent(url)}">${shownUrl(url)}</a>`,
      },
      { name: 'Channel', cell: ({ channel }) => channelName(channel) },
      { name: 'Status', cell: ({ status }) => deliveryBadge(status) },
      { name: 'Submitted', cell: ({ submitted_at }) => timeTag(submitted_at, frame.now) },
    ],
    deliveries,
  )

function nothingFound({ per_page: _size, ...filters }: DeliveryFilters): Html {
  if (Object.values(filters).every((one) => one === undefined)) return noDeliveries
  const showAll = html`<a class="button" href="/deliveries">Show all</a>`
  return empty('deliveries', 'No delivery fits', 'Remove a filter. A URL has to be complete.', showAll)
}

/** For an account that has not submitted a URL. */
export const noDeliveries = empty(
  'deliveries',
  'No deliveries yet',
  "Create a project's webhook and post the first changed URLs to it.",
  html`<a class="button" href="/projects">Projects</a>`,
)

const listDeliveries: Route = (app, tools) => {
  app.get('/deliveries', { schema: { querystring: deliveryFilters } }, async (request, reply) => {
    const filters = request.query
    const account_id = accountOf(request)
    const outcome = await submitForm(() =>
      tools.clients.deliveries.listDeliveries({ account_id, ...deliveryQuery(filters) }),
    )
    if (!outcome.done) void reply.code(outcome.status)
    const shown = outcome.done ? { found: outcome.value } : { found: { deliveries: [] }, errors: outcome.errors }
    return sendPage(reply, deliveriesPage(frameOf(request, reply, tools), { filters, ...shown }))
  })
}

export default signedInRoutes(listDeliveries)
