/** The categories of checks, in the order in which they are told. */
export const categories = ['seo', 'performance', 'security', 'content'] as const
export type Category = (typeof categories)[number]

/** What a reader calls a category, in the panel, in a report and at a terminal. */
export function categoryTitle(category: string): string {
  return category === 'seo' ? 'Search' : category.charAt(0).toUpperCase() + category.slice(1)
}

type Placed = { category: string; weight: number }

/** Results by category, then the heaviest first, then by id: the order of every answer. */
export function orderResults<Result extends Placed>(results: Readonly<Record<string, Result>>): Record<string, Result> {
  const entries = Object.entries(results).sort(([leftId, left], [rightId, right]) => {
    const byCategory =
      compare(placeOf(left.category), placeOf(right.category)) || compare(left.category, right.category)
    return byCategory || compare(right.weight, left.weight) || compare(leftId, rightId)
  })
  return Object.fromEntries(entries)
}

const known: readonly string[] = categories

/** A category that this version does not know comes last. */
function placeOf(category: string): number {
  const place = known.indexOf(category)
  return place === -1 ? categories.length : place
}

/** By code units, so that every machine orders alike. */
function compare<Value extends string | number>(left: Value, right: Value): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}
