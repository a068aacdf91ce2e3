import type { Report__Output as Report } from '@pagebell/protos/report/v1/Report'
import type { ReportList__Output as ReportList } from '@pagebell/protos/report/v1/ReportList'
import type { Frame } from '../frame.ts'
import { type Html, html, type Part } from '../html.ts'
import { privacyBadge, ratingBadge, runBadge } from '../parts/badge.ts'
import { empty, pastTheEnd } from '../parts/empty.ts'
import { choice, field } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { counted } from '../parts/number.ts'
import { pager } from '../parts/pager.ts'
import { type Column, table } from '../parts/table.ts'
import { timeTag } from '../parts/time.ts'
import { shownUrl } from '../parts/url.ts'
import { type NewReport, newReportForm } from './new-report.ts'

export type ReportFilters = {
  search?: string
  project?: string
  result?: string
  sort_by: string
  sort: string
  per_page: number
  page?: number
  cursor?: string
}

type Shown = { filters: ReportFilters; found: ReportList; form: NewReport }

export function reportsPage(frame: Frame, { filters, found, form }: Shown): Html {
  return page(frame, {
    title: 'Reports',
    lead: 'All rated pages, with evidence.',
    body: html`<div class="sections"><section class="card" aria-labelledby="new"><h2 id="new">Rate a page</h2>${newReportForm(frame, form)}</section>
<section aria-label="Reports">${filterForm(filters)}${reportList(frame, filters, found)}</section></div>`,
  })
}

const sorts = [
  ['generated_at', 'Date'],
  ['url', 'Address'],
  ['result', 'Rating'],
] as const

function filterForm(filters: ReportFilters): Html {
  return html`<form method="get" action="/reports#list" class="filters" role="search" aria-label="Find reports"
  hx-get="/reports" hx-target="#list" hx-select="#list" hx-swap="outerHTML" hx-push-url="true" hx-trigger="input changed delay:300ms from:find input, change, submit">
<div class="grow">${field({ name: 'search', label: 'Address contains', type: 'search', value: filters.search, attributes: html`maxlength="2048" autocomplete="off"` })}</div>
${field({ name: 'project', label: 'Project', value: filters.project, attributes: html`maxlength="253" autocomplete="off" placeholder="any"` })}
${choice('result', 'Rating', filters.result, [
  ['', 'Any'],
  ['good', 'Good'],
  ['decent', 'Decent'],
  ['bad', 'Bad'],
])}
${choice('sort_by', 'Sort by', filters.sort_by, sorts)}
${choice('sort', 'Order', filters.sort, [
  ['desc', 'Descending'],
  ['asc', 'Ascending'],
])}
${choice(
  'per_page',
  'Rows',
  String(filters.per_page),
  ['10', '25', '50', '100'].map((size) => [size, size] as const),
)}
<button>Apply</button></form>`
}

/** The list with its pager. It asks again by itself while something in it is on its way. */
function reportList(frame: Frame, filters: ReportFilters, found: ReportList): Html {
  const moving = found.reports.some(({ status }) => status === 'queued' || status === 'running')
  const live = moving && html` hx-get="${frame.path}" hx-select="#list" hx-swap="outerHTML" hx-trigger="every 2s"`
  const place = { page: filters.cursor === undefined ? (filters.page ?? 1) : undefined, perPage: filters.per_page }
  return html`<div id="list" tabindex="-1"${live}>
<p class="hint list-count" role="status" tabindex="-1">${counted(found.total, 'report')}${found.total_is_capped && ' or more'}</p>
<div class="card flush">${found.reports.length === 0 ? nothing(filters, found.total) : table('Reports', columns(frame), found.reports)}</div>
${pager(frame.path, { ...place, shown: found.reports.length }, found)}</div>`
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

/** The rating, and beside it where the newest run stands if that is not at its end. */
const ratingOf = ({ status, result, score }: Report): Part =>
  status === 'done'
    ? ratingBadge(result, score)
    : html`<span class="row">${result !== undefined && ratingBadge(result, score)}${runBadge(status)}</span>`

/** Reports without the filters around them, as the overview shows them. */
export const reportTable = (frame: Frame, reports: Report[]): Html => table('Newest reports', columns(frame), reports)

function nothing(filters: ReportFilters, total: number): Html {
  const filtered = [filters.search, filters.project, filters.result, filters.cursor].some((one) => one !== undefined)
  if ((filters.page ?? 1) > 1 && total > 0) return pastTheEnd('/reports')
  if (filtered) {
    return empty(
      'reports',
      'No report fits',
      'Try fewer letters, or leave out a filter.',
      html`<a class="button" href="/reports">Show all</a>`,
    )
  }
  return empty('reports', 'No report yet', 'Enter a page above. It takes a few seconds, and the report stays here.')
}
