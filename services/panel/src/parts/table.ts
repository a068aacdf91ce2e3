import { type Html, html, type Part } from '../html.ts'

export type Column<Row> = { name: string; cell: (row: Row) => Part; kind?: 'number' | 'main' | 'end' }

/** A table that a narrow screen shows as cards; panel.js then says by roles that it still is a table. */
export function table<Row>(caption: string, columns: readonly Column<Row>[], rows: readonly Row[]): Html {
  return html`<table><caption class="unseen">${caption}</caption>
<thead><tr>${columns.map(({ name, kind }) => html`<th scope="col" class="${kind ?? ''}">${kind === 'end' ? html`<span class="unseen">${name}</span>` : name}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr>${columns.map(({ name, cell, kind }) => html`<td class="${kind ?? ''}" data-name="${kind === 'end' ? '' : name}">${cell(row)}</td>`)}</tr>`,
  )}</tbody></table>`
}
