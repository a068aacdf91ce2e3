import { type Html, html, type Part } from '@pagebell/html/template'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import type { ReportFilters } from '../forms/report-filters.ts'
import { timeTag } from '../html/format.ts'
import type { Frame } from '../html/frame.ts'
import { privacyBadge, ratingBadge, runBadge } from '../parts/badge.ts'
import { linkTo } from '../parts/pager.ts'
import { type Column, table } from '../parts/table.ts'
import { shownUrl } from '../parts/url.ts'
import { selectionField } from './selection.ts'

/** The columns of every list of reports. */
export const reportColumns = ({ now }: Frame) =>
  ({
    page: {
      name: 'Page',
      kind: 'main',
      cell: (report) => html`<a class="url" href="/reports/${report.id}">${shownUrl(report.url)}</a>`,
    },
    rating: { name: 'Rating', cell: ratingOf },
    visibility: { name: 'Visibility', cell: ({ privacy }) => privacyBadge(privacy) },
    created: { name: 'Created', cell: ({ generated_at }) => timeTag(generated_at, now) },
  }) as const satisfies Record<string, Column<Report>>

/** The rating, and the state of the newest run if that is not done. */
const ratingOf = ({ status, result, score }: Report): Part =>
  status === 'done'
    ? ratingBadge(result, score)
    : html`<span class="row">${result !== undefined && ratingBadge(result, score)}${runBadge(status)}</span>`

/** The reports of the list, each with a box that selects it, under headers that sort it. */
export function sortableReportTable(frame: Frame, filters: ReportFilters, reports: Report[]): Html {
  const { page, rating, visibility, created } = reportColumns(frame)
  const selection: Column<Report> = {
    name: 'Select',
    kind: 'pick',
    heading: html`<input type="checkbox" data-select-all aria-label="Select all on this page">`,
    cell: ({ id, url }) =>
      html`<input type="checkbox" name="${selectionField(id)}" value="1" aria-label="Select ${url}">`,
  }
  const listed: Column<Report>[] = [
    selection,
    sortable(page, 'url', frame, filters),
    sortable(rating, 'score', frame, filters),
    visibility,
    sortable(created, 'generated_at', frame, filters),
  ]
  return table('Reports', listed, reports)
}

/** The time of a report is part of its id: both names are one order. */
const sameOrder: Record<string, string> = { id: 'generated_at' }

/** A column whose header sorts the list by it, and in the other direction where it already does. */
function sortable(column: Column<Report>, by: string, frame: Frame, { sort_by, sort }: ReportFilters): Column<Report> {
  const isSorted = (sameOrder[sort_by] ?? sort_by) === by
  // First the newest; the worst; the first of the alphabet.
  const first = by === 'generated_at' ? 'desc' : 'asc'
  const other = sort === 'asc' ? 'desc' : 'asc'
  const link = linkTo(frame.path, { sort_by: by, sort: isSorted ? other : first })
  return {
    ...column,
    heading: html`<a href="${link}">${column.name}</a>`,
    ...(isSorted && { sorted: sort === 'asc' ? 'ascending' : 'descending' }),
  }
}
