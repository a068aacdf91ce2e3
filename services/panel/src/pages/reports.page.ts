import { type Html, html } from '@pagebell/html/template'
import type { Report__Output as Report, ReportList__Output as ReportList } from '@pagebell/protos/report/v1/report'
import { undefinedIfNotFound, undefinedIfUnavailable } from '../clients/fallbacks.ts'
import { listStart } from '../forms/fields.ts'
import { isFiltered, type ReportFilters, reportFilters, reportQuery } from '../forms/report-filters.ts'
import { counted } from '../html/format.ts'
import { type Frame, frameOf, sendPage } from '../html/frame.ts'
import { page } from '../parts/layout.ts'
import { linkTo, pager } from '../parts/pager.ts'
import { isInProgress } from '../parts/progress.ts'
import { empty, pastTheEnd, reloadingList, table } from '../parts/table.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'
import { maxExportedRows } from './exported-rows.ts'
import { type NewReport, newReportForm } from './new-report-form.ts'
import { reportFilterForm } from './report-filter-form.ts'
import { reportKinds } from './report-kinds.ts'
import { reportColumns, sortableReportTable } from './report-table.ts'

type ReportsPage = {
  filters: ReportFilters
  found: ReportList
  form: NewReport
  /** The project that is selected, if there is one. */
  project?: string | undefined
}

export function reportsPage(frame: Frame, { filters, found, form, project }: ReportsPage): Html {
  return page(frame, {
    title: 'Reports',
    lead: 'All rated pages, with evidence.',
    actions: html`<a class="button" href="/reports/batch">Rate many pages</a>`,
    body: html`${reportKinds('pages', project)}<div class="sections">
<section class="card" aria-labelledby="new"><h2 id="new">Rate a page</h2>
${newReportForm(frame, form)}</section>
<section aria-label="Reports">${reportFilterForm(filters)}${reportList(frame, filters, found)}</section></div>`,
  })
}

/** A few reports, as overviews show them. */
export const reportTable = (frame: Frame, caption: string, reports: Report[]): Html =>
  table(caption, Object.values(reportColumns(frame)), reports)

/** The list with its pager. It reloads itself while a report of it is in progress and none is selected. */
function reportList(frame: Frame, filters: ReportFilters, found: ReportList): Html {
  const { reports, total, total_is_capped } = found
  const reload = reloadingList(frame.path, 2)
  const place = { page: filters.cursor === undefined ? (filters.page ?? 1) : undefined, perPage: filters.per_page }
  const rows = reports.length === 0 ? noReports(filters, total) : selectableList(frame, filters, reports)
  return html`<div id="list" tabindex="-1"${reports.some(isInProgress) && reload}>
<div class="between"><p class="hint list-count" role="status" tabindex="-1">
${counted(total, 'report')}${total_is_capped && ' or more'}</p>
${reports.length > 0 && exportLinks(frame, total_is_capped)}</div>
${rows}
${pager(frame.path, { ...place, shown: reports.length }, found)}</div>`
}

/** Of a list whose total is capped, it is not known whether all reports fit into the file. */
const exportLinks = ({ path }: Frame, isCapped: boolean): Html => {
  const address = (format: string): string => linkTo(path.replace(/^\/reports/, `/reports.${format}`), {})
  const limit = isCapped && ` (at most ${counted(maxExportedRows, 'report')})`
  return html`<p class="hint no-print">Export${limit}: <a href="${address('csv')}" download>CSV</a>,
<a href="${address('json')}" download>JSON</a></p>`
}

/** One form around the table: its buttons lead to a page that asks for confirmation. */
const selectableList = (frame: Frame, filters: ReportFilters, reports: Report[]): Html =>
  html`<form method="get" action="/reports/selected" class="printed" aria-label="Selected reports">
<input type="hidden" name="back" value="${frame.path}">
<div class="card flush report-list">${sortableReportTable(frame, filters, reports)}</div>
<div class="row selection-actions"><button name="action" value="again">Rate selected again</button>
<button name="action" value="delete" class="danger">Delete selected</button></div></form>`

function noReports(filters: ReportFilters, total: number): Html {
  const { page: number = 1, cursor } = filters
  if (number > 1 && total > 0) return html`<div class="card flush">${pastTheEnd('/reports')}</div>`
  const text = 'Enter a page above. It takes a few seconds, and the report stays here.'
  if (!isFiltered(filters) && cursor === undefined) {
    return html`<div class="card flush">${empty('reports', 'No report yet', text)}</div>`
  }
  const showAll = html`<a class="button" href="/reports">Show all</a>`
  return html`<div class="card flush">
${empty('reports', 'No report fits', 'Try fewer letters, or leave out a filter.', showAll)}</div>`
}

const listReports: Route = (app, tools) => {
  app.get('/reports', { schema: { querystring: reportFilters } }, async (request, reply) => {
    const account_id = accountOf(request)
    const filters = request.query
    const query = { ...reportQuery(filters), ...listStart(filters), account_id }
    const { projects, reports } = tools.clients
    const which = query.project === undefined ? undefined : { account_id, project: query.project }
    const [found, project] = await Promise.all([
      reports.listReports(query),
      which && undefinedIfUnavailable(undefinedIfNotFound(projects.getProject(which))),
    ])
    const shown = { filters, found, form: {}, project: project?.project }
    return sendPage(reply, reportsPage(frameOf(request, reply, tools), shown))
  })
}

export default signedInRoutes(listReports)
