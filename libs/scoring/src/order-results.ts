/** The categories of checks, in the order of reports. */
export const categories = ['seo', 'performance', 'security', 'content'] as const
export type Category = (typeof categories)[number]

/** The display name of a category, in the panel, in reports and on the command line. */
export function categoryTitle(category: string): string {
  return category === 'seo' ? 'Search' : category.charAt(0).toUpperCase() + category.slice(1)
}

type Sortable = { category: string; weight: number }

/** Orders results by category, then by descending weight, then by id. */
export function orderResults<Result extends Sortable>(
  results: Readonly<Record<string, Result>>,
): Record<string, Result> {
  const entries = Object.entries(results).sort(([leftId, left], [rightId, right]) => {
    const byCategory =
      compare(positionOf(left.category), positionOf(right.category)) || compare(left.category, right.category)
    return byCategory || compare(right.weight, left.weight) || compare(leftId, rightId)
  })
  return Object.fromEntries(entries)
}

const known: readonly string[] = categories

/** Unknown categories, of a newer version, come last. */
function positionOf(category: string): number {
  const position = known.indexOf(category)
  return position === -1 ? categories.length : position
}

/** By code units, so that the order does not depend on the locale. */
function compare<Value extends string | number>(left: Value, right: Value): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}
