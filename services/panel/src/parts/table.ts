import { type Html, html, type Part } from '../html/html.ts'
import { type IconName, icon } from './icon.ts'

export type Column<Row> = { name: string; cell: (row: Row) => Part; kind?: 'number' | 'main' | 'end' }

/** A table that a narrow screen shows as cards; panel.js then keeps its roles for screen readers. */
export function table<Row>(caption: string, columns: readonly Column<Row>[], rows: readonly Row[]): Html {
  const heading = ({ name, kind }: Column<Row>): Html => {
    const shown = kind === 'end' ? html`<span class="unseen">${name}</span>` : name
    return html`<th scope="col" class="${kind ?? ''}">${shown}</th>`
  }
  const cell = ({ name, cell, kind }: Column<Row>, row: Row): Html =>
    html`<td class="${kind ?? ''}" data-name="${kind === 'end' ? '' : name}">${cell(row)}</td>`
  return html`<table><caption class="unseen">${caption}</caption>
<thead><tr>${columns.map(heading)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${columns.map((column) => cell(column, row))}</tr>`)}</tbody></table>`
}

/** In place of an empty list: what it would show, and what to do for that. */
export const empty = (drawing: IconName, title: string, text: Part, action?: Part): Html =>
  html`<div class="empty">${icon(drawing)}<p class="empty-title">${title}</p><p>${text}</p>${action}</div>`

/** A page number beyond the last page of a list. */
export const pastTheEnd = (path: string): Html =>
  empty('info', 'This page is past the end of the list', '', html`<a class="button" href="${path}">First page</a>`)
