import type { Report__Output as Report, ReportList__Output as ReportList } from '@pagebell/protos/report/v1/report'
import { type Static, Type } from '@pagebell/schema/type'
import { storedProjectName } from '@pagebell/urls/project-name'
import { listStart, pagingFields } from '../forms/fields.ts'
import { counted, timeTag } from '../html/format.ts'
import { type Frame, frameOf, sendPage } from '../html/frame.ts'
import { type Html, html, type Part } from '../html/html.ts'
import { privacyBadge, ratingBadge, runBadge } from '../parts/badge.ts'
import { choice, field } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { pager } from '../parts/pager.ts'
import { isInProgress } from '../parts/progress.ts'
import { type Column, empty, pastTheEnd, table } from '../parts/table.ts'
import { shownUrl } from '../parts/url.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'
import { type NewReport, newReportForm } from './new-report-form.ts'

/** As in the API's list. */
const reportFilters = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 2_048 })),
  project: Type.Optional(Type.String({ maxLength: 253 })),
  result: Type.Optional(Type.String({ enum: ['good', 'decent', 'bad'] })),
  sort_by: Type.String({ enum: ['id', 'generated_at', 'url', 'result'], default: 'generated_at' }),
  sort: Type.String({ enum: ['desc', 'asc'], default: 'desc' }),
  ...pagingFields,
})

type ReportFilters = Static<typeof reportFilters>

type ReportsPage = { filters: ReportFilters; found: ReportList; form: NewReport }

export function reportsPage(frame: Frame, { filters, found, form }: ReportsPage): Html {
  return page(frame, {
    title: 'Reports',
    lead: 'All rated pages, with evidence.',
    body: html`<div class="sections"><section class="card" aria-labelledby="new"><h2 id="new">Rate a page</h2>
${newReportForm(frame, form)}</section>
<section aria-label="Reports">${filterForm(filters)}${reportList(frame, filters, found)}</section></div>`,
  })
}

const pageSizes = ['10', '25', '50', '100'].map((size) => [size, size] as const)

function filterForm({ search, project, result, sort_by, sort, per_page }: ReportFilters): Html {
  const searchField = field({
    name: 'search',
    label: 'Address contains',
    type: 'search',
    value: search,
    attributes: html`maxlength="2048" autocomplete="off"`,
  })
  const projectField = field({
    name: 'project',
    label: 'Project',
    value: project,
    attributes: html`maxlength="253" autocomplete="off" placeholder="any"`,
  })
  const ratingChoice = choice('result', 'Rating', result, [
    ['', 'Any'],
    ['good', 'Good'],
    ['decent', 'Decent'],
    ['bad', 'Bad'],
  ])
  const sortChoice = choice('sort_by', 'Sort by', sort_by, [
    ['generated_at', 'Date'],
    ['url', 'Address'],
    ['result', 'Rating'],
  ])
  const orderChoice = choice('sort', 'Order', sort, [
    ['desc', 'Descending'],
    ['asc', 'Ascending'],
  ])
  return html`<form method="get" action="/reports#list" class="filters" role="search" aria-label="Find reports"
 hx-get="/reports" hx-target="#list" hx-select="#list" hx-swap="outerHTML" hx-push-url="true"
 hx-trigger="input changed delay:300ms from:find input, change, submit">
<div class="grow">${searchField}</div>${projectField}${ratingChoice}${sortChoice}${orderChoice}
${choice('per_page', 'Rows', String(per_page), pageSizes)}
<button>Apply</button></form>`
}

/** The list with its pager. It reloads itself while a report of it is in progress. */
function reportList(frame: Frame, filters: ReportFilters, found: ReportList): Html {
  const { reports, total, total_is_capped } = found
  const reload = html` hx-get="${frame.path}" hx-select="#list" hx-swap="outerHTML" hx-trigger="every 2s"`
  const place = { page: filters.cursor === undefined ? (filters.page ?? 1) : undefined, perPage: filters.per_page }
  const rows = reports.length === 0 ? noReports(filters, total) : table('Reports', columns(frame), reports)
  return html`<div id="list" tabindex="-1"${reports.some(isInProgress) && reload}>
<p class="hint list-count" role="status" tabindex="-1">${counted(total, 'report')}${total_is_capped && ' or more'}</p>
<div class="card flush">${rows}</div>
${pager(frame.path, { ...place, shown: reports.length }, found)}</div>`
}

const columns = ({ now }: Frame): Column<Report>[] => [
  {
    name: 'Page',
    kind: 'main',
    cell: (report) => html`<a class="url" href="/reports/${report.id}">${shownUrl(report.url)}</a>`,
  },
  { name: 'Rating', cell: ratingOf },
  { name: 'Visibility', cell: ({ privacy }) => privacyBadge(privacy) },
  { name: 'Created', cell: ({ generated_at }) => timeTag(generated_at, now) },
]

/** The rating, and the state of the newest run if that is not done. */
const ratingOf = ({ status, result, score }: Report): Part =>
  status === 'done'
    ? ratingBadge(result, score)
    : html`<span class="row">${result !== undefined && ratingBadge(result, score)}${runBadge(status)}</span>`

/** Reports without filters, as the overview shows them. */
export const reportTable = (frame: Frame, reports: Report[]): Html => table('Newest reports', columns(frame), reports)

function noReports({ search, project, result, page: number = 1, cursor }: ReportFilters, total: number): Html {
  const isFiltered = [search, project, result, cursor].some((one) => one !== undefined)
  if (number > 1 && total > 0) return pastTheEnd('/reports')
  if (isFiltered) {
    const showAll = html`<a class="button" href="/reports">Show all</a>`
    return empty('reports', 'No report fits', 'Try fewer letters, or leave out a filter.', showAll)
  }
  return empty('reports', 'No report yet', 'Enter a page above. It takes a few seconds, and the report stays here.')
}

const listReports: Route = (app, tools) => {
  app.get('/reports', { schema: { querystring: reportFilters } }, async (request, reply) => {
    const account_id = accountOf(request)
    const filters = request.query
    const { project } = filters
    // As it is stored: without www., in lower case. A host that cannot name a project finds nothing.
    const stored = project === undefined ? {} : { project: storedProjectName(project.trim()) ?? project }
    const query = { account_id, ...filters, ...stored, ...listStart(filters) }
    const found = await tools.clients.reports.listReports(query)
    return sendPage(reply, reportsPage(frameOf(request, reply, tools), { filters, found, form: {} }))
  })
}

export default signedInRoutes(listReports)
