import { deliveryStatuses } from '@pagebell/channel-settings/delivery-statuses'
import { type Html, html, type Part } from '@pagebell/html/template'
import type {
  Delivery__Output as Delivery,
  DeliveryList__Output as DeliveryList,
} from '@pagebell/protos/notifier/v1/notifier'
import type { Clients } from '../clients/clients.ts'
import { undefinedIfNotFound, undefinedIfUnavailable } from '../clients/fallbacks.ts'
import { countQuery, type DeliveryFilters, deliveryFilters, deliveryQuery } from '../forms/delivery-filters.ts'
import { dateFieldValue } from '../forms/fields.ts'
import { type FormErrors, submitForm } from '../forms/form-result.ts'
import { counted, daysAgo, grouped, timeTag } from '../html/format.ts'
import { type Frame, frameOf, sendPage } from '../html/frame.ts'
import { deliveryBadge } from '../parts/badge.ts'
import { chartDays } from '../parts/charts.ts'
import { channelName, channelNames } from '../parts/delivery-facts.ts'
import { choice, field, problem, projectFilterField, searchingList, sentence } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { type EndedDay, endedDays, outcomeChart, successRate } from '../parts/outcome-chart.ts'
import { cursorPager, linkTo } from '../parts/pager.ts'
import { type StatusCounts, statusTabs } from '../parts/status-tabs.ts'
import { empty, reloadingList, table } from '../parts/table.ts'
import { shownUrl } from '../parts/url.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'
import { deliveryLog } from './delivery-log.ts'
import { maxExportedRows } from './exported-rows.ts'
import { projectTabs } from './project/tabs.ts'

type DeliveriesPage = {
  filters: DeliveryFilters
  found: DeliveryList
  /** Undefined while they are unavailable. */
  counts: StatusCounts | undefined
  days: EndedDay[] | undefined
  /** The project that is selected, if there is one. */
  project: string | undefined
  errors?: FormErrors | undefined
}

export function deliveriesPage(frame: Frame, { filters, found, counts, days, project, errors }: DeliveriesPage): Html {
  const csvPath = linkTo(frame.path, {}).replace('/deliveries', '/deliveries.csv')
  const reload = reloadingList(frame.path, 3)
  const tabs = statusTabs({ path: frame.path, statuses: deliveryStatuses, counts, current: filters.status })
  return page(frame, {
    title: 'Deliveries',
    lead: html`Every submitted URL, and its state. Newest first.${exportLimit(counts)}`,
    actions: html`<a class="button" href="${requeuePath(filters)}">Requeue rejected</a>
<a class="button" href="${csvPath}">Export as CSV</a>`,
    body: html`${project !== undefined && projectTabs(project, 'Deliveries')}${chart(days)}${filterForm(filters)}
<div id="list" tabindex="-1"${found.deliveries.some(isPending) && reload}>${tabs}
${errors === undefined ? deliveryList(frame, filters, found) : problem(invalidFilter(errors))}</div>`,
  })
}

/** Beside the link; while fewer are counted, all deliveries fit into the file. */
const exportLimit = (counts: StatusCounts | undefined): Part =>
  counts?.some(({ is_capped }) => is_capped) && ` A CSV file has at most ${grouped(maxExportedRows)} deliveries.`

/** Folded, because the list is what most visits are for. */
function chart(days: EndedDay[] | undefined): Part {
  if (days === undefined || days.every(({ delivered, rejected }) => delivered + rejected === 0)) return undefined
  return html`<details class="card chart-card"><summary>Last ${days.length} days: ${successRate(days)}</summary>
${outcomeChart(days, `Deliveries by day of the last ${days.length} days`)}</details>`
}

function deliveryList(frame: Frame, filters: DeliveryFilters, found: DeliveryList): Html {
  const { deliveries, next_cursor, searched_to } = found
  // A search by a part of a URL reads a part of the log at a time, which may have no match.
  const older = filters.search !== undefined && searched_to !== undefined ? 'Search older deliveries' : 'Older'
  const count = `${counted(deliveries.length, 'delivery', 'deliveries')} shown`
  const none = html`<div class="card flush">${nothingFound(filters, found)}</div>`
  return html`<p class="hint list-count" role="status" tabindex="-1">${count}</p>
${deliveries.length === 0 ? none : deliveryLog(frame, filters, deliveries)}
${cursorPager(frame, filters.cursor, next_cursor, { next: older })}`
}

function invalidFilter({ fields = {}, message }: FormErrors): string {
  // The field of a link onward, which is not in the form.
  if (fields['cursor'] !== undefined) return 'This place of the list does not exist. Choose a filter to start again.'
  const sentences = Object.entries(fields).flatMap(([name, texts]) => texts.map((text) => sentence(`"${name}"`, text)))
  return message ?? sentences.join(' ')
}

/** The page with the form for the start time; a selected project stays selected. */
const requeuePath = ({ project }: DeliveryFilters): string =>
  project === undefined ? '/deliveries/requeue' : `/deliveries/requeue?project=${encodeURIComponent(project)}`

const isPending = ({ status }: Delivery): boolean => status === 'pending' || status === 'retrying'

function filterForm({ search, url, status, channel, project, from, until, batch }: DeliveryFilters): Html {
  const searchField = field({
    name: 'search',
    label: 'URL contains',
    type: 'search',
    value: search ?? url,
    attributes: html`maxlength="2048" autocomplete="off"`,
  })
  const zone = html`<span data-zone>(UTC)</span>`
  const timeField = (name: string, label: string, time: string | undefined): Html =>
    field({ name, label: html`${label} ${zone}`, type: 'datetime-local', value: dateFieldValue(time) })
  const isSet = [channel, project, from, until].some((one) => one !== undefined)
  const hidden = (name: string, value: string | undefined): Part =>
    value !== undefined && html`<input type="hidden" name="${name}" value="${value}">`
  return html`<form method="get" action="/deliveries#list" class="filters" role="search" aria-label="Find deliveries"
${searchingList('/deliveries', 'change, submit')}>
<div class="grow">${searchField}</div><div><button>Search</button></div>
<details class="more"${isSet && html` open`}><summary>More filters</summary><div class="filters">
${choice('channel', 'Channel', channel, [['', 'Any'], ...Object.entries(channelNames)])}
${projectFilterField(project)}<div class="grow">${timeField('from', 'From', from)}</div>
<div class="grow">${timeField('until', 'Until', until)}</div></div></details>
${hidden('status', status)}${hidden('batch', batch)}</form>`
}

/** Deliveries without filters, as the overview shows them. */
export const deliveryTable = (frame: Frame, deliveries: Delivery[]): Html =>
  table<Delivery>(
    'Newest deliveries',
    [
      {
        name: 'URL',
        kind: 'main',
        cell: ({ id, url }) => html`<a class="url" href="/deliveries/${id}">${shownUrl(url)}</a>`,
      },
      { name: 'Channel', cell: ({ channel }) => channelName(channel) },
      { name: 'Status', cell: ({ status }) => deliveryBadge(status) },
      { name: 'Submitted', cell: ({ submitted_at }) => timeTag(submitted_at, frame.now) },
    ],
    deliveries,
  )

function nothingFound({ per_page: _size, ...filters }: DeliveryFilters, { searched_to }: DeliveryList): Html {
  if (Object.values(filters).every((one) => one === undefined)) return noDeliveries
  const showAll = html`<a class="button" href="/deliveries">Show all</a>`
  if (searched_to !== undefined)
    return empty('deliveries', 'Nothing found so far', html`Searched back to ${searched_to.slice(0, 10)}.`, showAll)
  return empty('deliveries', 'No delivery fits', 'Remove a filter, or search for fewer letters.', showAll)
}

/** For an account that has not submitted a URL. */
export const noDeliveries = empty(
  'deliveries',
  'No deliveries yet',
  'Once a project is set up, Pagebell submits its changed pages to search engines.',
  html`<a class="button" href="/projects">Projects</a>`,
)

/** The counts beside the list; each is undefined while it is unavailable. */
async function loadCounts({ deliveryCounts, projects }: Clients, account_id: string, filters: DeliveryFilters) {
  const from = daysAgo(chartDays)
  const { project: name, ...others } = countQuery(filters)
  const project =
    name === undefined ? undefined : await undefinedIfNotFound(projects.getProject({ account_id, project: name }))
  const isUnknown = name !== undefined && project === undefined
  const [counts, ended] = await Promise.all([
    undefinedIfUnavailable(deliveryCounts.countStatuses({ ...others, account_id, project: name })),
    isUnknown
      ? undefined
      : undefinedIfUnavailable(deliveryCounts.listEndedHours({ account_id, project_id: project?.project_id, from })),
  ])
  const days = ended && endedDays(ended.hours, chartDays, Date.now())
  return { counts: counts?.statuses, days, project: project?.project }
}

const listDeliveries: Route = (app, tools) => {
  const { clients } = tools
  app.get('/deliveries', { schema: { querystring: deliveryFilters } }, async (request, reply) => {
    const filters = request.query
    const account_id = accountOf(request)
    const outcome = await submitForm(async () => {
      const query = { ...deliveryQuery(filters), account_id }
      const [found, loaded] = await Promise.all([
        clients.deliveries.listDeliveries(query),
        loadCounts(clients, account_id, filters),
      ])
      return { found, ...loaded }
    })
    if (!outcome.done) void reply.code(outcome.status)
    const none = { found: { deliveries: [] }, counts: undefined, days: undefined, project: undefined }
    const shown = outcome.done ? outcome.value : { ...none, errors: outcome.errors }
    return sendPage(reply, deliveriesPage(frameOf(request, reply, tools), { filters, ...shown }))
  })
}

export default signedInRoutes(listDeliveries)
