export type Direction = 'asc' | 'desc'

/** `order by` over one or more columns in one direction; the last is the id, which breaks ties. */
export function orderBy(columns: readonly string[], direction: Direction): string {
  return `order by ${columns.map((column) => `${column} ${direction}`).join(', ')}`
}

/**
 * The condition for the rows after a position: a row comparison, which PostgreSQL turns into one index range as long as
 * all columns run in the same direction. `first` is the number of the first of its parameters.
 */
export function afterPosition(columns: readonly string[], direction: Direction, first: number): string {
  const parameters = columns.map((_, index) => `$${first + index}`)
  return `(${columns.join(', ')}) ${direction === 'asc' ? '>' : '<'} (${parameters.join(', ')})`
}

/** Removes the row that statements read beyond the page, and returns whether it existed. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
): { rows: Row[]; last: Row | undefined; more: boolean } {
  const kept = rows.slice(0, limit)
  return { rows: kept, last: kept.at(-1), more: rows.length > limit }
}
