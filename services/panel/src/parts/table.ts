import { type Html, html, type Part } from '../html.ts'

export type Column<Row> = { name: string; cell: (row: Row) => Part; kind?: 'number' | 'main' | 'end' }

/** A table that a narrow screen shows as cards; the roles keep it a table for those who do not see it. */
export function table<Row>(caption: string, columns: readonly Column<Row>[], rows: readonly Row[]): Html {
  return html`<table role="table"><caption class="unseen">${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map(({ name, kind }) => html`<th role="columnheader" scope="col" class="${kind ?? ''}">${name}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(
    (row) =>
      html`<tr role="row">${columns.map(({ name, cell, kind }) => html`<td role="cell" class="${kind ?? ''}" data-name="${name}">${cell(row)}</td>`)}</tr>`,
  )}</tbody></table>`
}
