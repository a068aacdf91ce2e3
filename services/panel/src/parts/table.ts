import { type Html, html, type Part } from '@pagebell/html/template'
import { type IconName, icon } from './icon.ts'

export type Column<Row> = {
  name: string
  cell: (row: Row) => Part
  /** `short` is text that stays on one line, except on a narrow screen. */
  kind?: 'number' | 'main' | 'end' | 'pick' | 'short'
  /** Instead of the name, such as a link that sorts by this column. */
  heading?: Part
  /** The direction in which the table is sorted by this column. */
  sorted?: 'ascending' | 'descending'
}

/** A table that a narrow screen shows as cards; panel.js then keeps its roles for screen readers. */
export function table<Row>(caption: string, columns: readonly Column<Row>[], rows: readonly Row[]): Html {
  const heading = ({ name, kind, heading = name, sorted }: Column<Row>): Html => {
    const shown = kind === 'end' ? html`<span class="unseen">${heading}</span>` : heading
    const order = sorted !== undefined && html` aria-sort="${sorted}"`
    return html`<th scope="col" class="${kind ?? ''}"${order}>${shown}</th>`
  }
  const cell = ({ name, cell, kind }: Column<Row>, row: Row): Html =>
    html`<td class="${kind ?? ''}" data-name="${kind === 'end' || kind === 'pick' ? '' : name}">${cell(row)}</td>`
  return html`<table><caption class="unseen">${caption}</caption>
<thead><tr>${columns.map(heading)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${columns.map((column) => cell(column, row))}</tr>`)}</tbody></table>`
}

/** Attributes of the element `#list` of a page, which then reloads itself. */
export const reloadingList = (path: string, everySeconds: number): Html =>
  html` data-hx-get="${path}" data-hx-select="#list" data-hx-swap="outerHTML" data-hx-trigger="every ${everySeconds}s"`

/** In place of an empty list: what it would show, and what to do for that. */
export const empty = (drawing: IconName, title: string, text: Part, action?: Part): Html =>
  html`<div class="empty">${icon(drawing)}<p class="empty-title">${title}</p><p>${text}</p>${action}</div>`

/** In place of a part of a page whose service does not respond. */
export const unavailable = (what: string): Html =>
  html`<p class="hint unavailable" role="status">${what} are temporarily unavailable. Reload the page to try again.</p>`

/** A page number beyond the last page of a list. */
export const pastTheEnd = (path: string): Html =>
  empty('info', 'This page is past the end of the list', '', html`<a class="button" href="${path}">First page</a>`)
