import { type Html, html, type Part } from '@pagebell/html/template'
import { isFiltered, type ReportFilters } from '../forms/report-filters.ts'
import { choice, field, projectFilterField, searchingList } from '../parts/form.ts'

const pageSizes = ['10', '25', '50', '100'].map((size) => [size, size] as const)

/** The filters of the reports list. A narrow screen folds them; the order of the list is in its column headers. */
export function reportFilterForm(filters: ReportFilters): Html {
  const { search, project, result, status, min_score, max_score, sort_by, sort, per_page } = filters
  const searchField = field({
    name: 'search',
    label: 'Address contains',
    type: 'search',
    value: search,
    attributes: html`maxlength="2048" autocomplete="off"`,
  })
  const ratingChoice = choice('result', 'Rating', result, [
    ['', 'Any'],
    ['good', 'Good'],
    ['decent', 'Decent'],
    ['bad', 'Bad'],
  ])
  const statusChoice = choice('status', 'Newest run', status, [
    ['', 'Any'],
    ['queued', 'Queued'],
    ['running', 'Running'],
    ['done', 'Done'],
    ['failed', 'Failed'],
  ])
  const order = [hidden('sort_by', sort_by, 'generated_at'), hidden('sort', sort, 'desc')]
  return html`<details class="fold"${isFiltered(filters) && html` open`}><summary class="button">Filters</summary>
<form method="get" action="/reports#list" class="filters" role="search" aria-label="Find reports"
${searchingList('/reports', 'input changed delay:300ms from:find input, change, submit')}>
<div class="grow">${searchField}</div>${projectFilterField(project)}${ratingChoice}${statusChoice}
${scoreField('min_score', 'Score from', min_score)}${scoreField('max_score', 'Score to', max_score)}
${choice('per_page', 'Rows', String(per_page), pageSizes)}${order}
<button>Apply</button></form></details>`
}

const scoreField = (name: string, label: string, value: number | undefined): Html =>
  field({
    name,
    label,
    type: 'number',
    value: value?.toString(),
    attributes: html`min="0" max="100" step="1" inputmode="numeric" placeholder="any"`,
  })

/** Keeps the order of the list, unless it is the default. */
const hidden = (name: string, value: string, standard: string): Part =>
  value !== standard && html`<input type="hidden" name="${name}" value="${value}">`
