import { categories } from './order-results.ts'

export type ScoredResult = { id: string; status: string; weight: number; gate: boolean }
export type Rating = { score: number; result: 'good' | 'decent' | 'bad'; capped_by: string | null }

const shares = { pass: 1, warn: 0.5, fail: 0 }
const cap = 48

/** round(100 × Σ(weight × s) / Σ weight of the applicable); a failed gate caps it. */
export function rate(results: readonly ScoredResult[]): Rating {
  const [possible, reached] = sums(results)
  const gate = results.find((result) => result.gate && result.status === 'fail')?.id ?? null
  const uncapped = possible === 0 ? 0 : Math.round((100 * reached) / possible)
  const score = gate === null ? uncapped : Math.min(uncapped, cap)
  return { score, result: band(score), capped_by: gate }
}

export type CategoryScore = { score: number | null; pass: number; warn: number; fail: number }

/** The same sum over one category alone; null where nothing in it could be counted. */
export function rateCategory(results: readonly ScoredResult[]): CategoryScore {
  const [possible, reached] = sums(results)
  const counts = { pass: 0, warn: 0, fail: 0 }
  for (const { status } of results) if (isCounted(status)) counts[status] += 1
  return { score: possible === 0 ? null : Math.round((100 * reached) / possible), ...counts }
}

/** Every category's own score, in their order. */
export function rateCategories(
  results: readonly (ScoredResult & { category: string })[],
): Record<string, CategoryScore> {
  return Object.fromEntries(
    categories.map((name) => [name, rateCategory(results.filter(({ category }) => category === name))]),
  )
}

function sums(results: readonly ScoredResult[]): [possible: number, reached: number] {
  let [possible, reached] = [0, 0]
  for (const { status, weight } of results) {
    if (!isCounted(status)) continue
    possible += weight
    reached += weight * shares[status]
  }
  return [possible, reached]
}

function isCounted(status: string): status is keyof typeof shares {
  return status === 'pass' || status === 'warn' || status === 'fail'
}

export function band(score: number): Rating['result'] {
  if (score >= 80) return 'good'
  return score >= 49 ? 'decent' : 'bad'
}

export function importance(weight: number): 'high' | 'medium' | 'low' {
  if (weight >= 6) return 'high'
  return weight >= 3 ? 'medium' : 'low'
}

/** Points a check brings: its weight, half of it for a warning, nothing for a failure or what was not counted. */
export function points(status: string, weight: number): number {
  return isCounted(status) ? weight * shares[status] : 0
}
