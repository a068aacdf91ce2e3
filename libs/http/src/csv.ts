type Cell = string | number | undefined

/** A CSV file of rows that come in portions: a line of headings, then one for each row. */
export async function* csvOf<Column extends string>(
  columns: readonly Column[],
  portions: AsyncIterable<readonly Readonly<Record<Column, Cell>>[]>,
): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const rows of portions) yield rows.map((row) => csvLine(columns.map((column) => row[column]))).join('')
}

/** A line as in RFC 4180. A cell that a spreadsheet would run as a formula begins with a ', so that it stays text. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`

function cell(value: Cell): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
