/** A line of RFC 4180. What a spreadsheet would take for a formula gets a ' before it, so that it stays text. */
export const csvLine = (cells: readonly (string | number | undefined)[]): string => `${cells.map(cell).join(',')}\r\n`

function cell(value: string | number | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
