import { type Html, html } from '@pagebell/html/template'
import { type StatusCounts, statusCount, statusName } from './status-tabs.ts'

/**
 * How many deliveries are in each of these statuses. Each number leads to the list of what it counts, which filters by
 * one status: `filters` are the others that the counts were asked with.
 */
export function statusFigures(
  counts: StatusCounts,
  statuses: readonly string[],
  filters: Record<string, string> = {},
): Html {
  const figure = (status: string): Html => {
    const link = `/deliveries?${new URLSearchParams({ ...filters, status }).toString()}`
    return html`<div><dt>${statusName(status)}</dt>
<dd><a href="${link}">${statusCount(counts, [status]) || '–'}</a></dd></div>`
  }
  return html`<dl class="figures">${statuses.map(figure)}</dl>`
}
