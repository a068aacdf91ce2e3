/** A line of a table for each item, with the name of their group in the first one only. */
export function groupedLines<Item>(group: string, items: readonly Item[], columns: (item: Item) => string): string[] {
  return items.map((item, place) => `| ${place === 0 ? group : ''} | ${columns(item)}`)
}
