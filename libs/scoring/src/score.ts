import { categories } from './order-results.ts'

export type ScoredResult = {
  id: string
  status: string
  weight: number
  /** Not part of the sums; a failed gate caps the score at 48. */
  gate: boolean
  /** The highest score of a page that fails this check; no cap if null or absent. 48 for a gate. */
  cap?: number | null
}
export type Rating = { score: number; result: 'good' | 'decent' | 'bad'; capped_by: string | null }

const shares = { pass: 1, warn: 0.5, fail: 0 }

/** The highest score of a page, or a category, one of whose gates has failed. */
export const gateCap = 48

/**
 * The score: round(100 × Σ(weight × s) / Σ weight) over the applicable checks that are not gates, limited by the lowest
 * cap of the failed checks. `capped_by` is the check with that cap: always for a failed gate, otherwise if it lowers
 * the score.
 */
export function rate(results: readonly ScoredResult[]): Rating {
  const uncapped = share(results) ?? 0
  const lowest = lowestCap(results)
  const score = Math.min(uncapped, lowest?.cap ?? 100)
  const isNamed = lowest !== undefined && (lowest.gate || score < uncapped)
  return { score, result: band(score), capped_by: isNamed ? lowest.id : null }
}

export type CategoryScore = { score: number | null; pass: number; warn: number; fail: number }

/**
 * The score of one category; null if none of its checks counts and none of its gates has failed. A failed gate of
 * another category caps it too.
 */
export function rateCategory(results: readonly ScoredResult[], isPageGated = false): CategoryScore {
  const counts = { pass: 0, warn: 0, fail: 0 }
  for (const { status } of results) if (isCounted(status)) counts[status] += 1
  const uncapped = share(results)
  const cap = lowestCap(results)?.cap
  if (uncapped === null) return { score: cap === undefined ? null : 0, ...counts }
  return { score: Math.min(uncapped, cap ?? 100, isPageGated ? gateCap : 100), ...counts }
}

/** The score of each category, in their order. */
export function rateCategories(
  results: readonly (ScoredResult & { category: string })[],
): Record<string, CategoryScore> {
  const isGated = results.some(({ gate, status }) => gate && status === 'fail')
  return Object.fromEntries(
    categories.map((name) => [
      name,
      rateCategory(
        results.filter(({ category }) => category === name),
        isGated,
      ),
    ]),
  )
}

/**
 * What the page's score would gain if this check alone passed, for each check that warns or fails. 0 for a check
 * without weight, and while a failed gate caps the score.
 */
export function gains(results: readonly ScoredResult[]): Record<string, number> {
  const { score } = rate(results)
  return Object.fromEntries(
    results
      .filter(({ status }) => status === 'warn' || status === 'fail')
      .map(({ id }) => {
        const fixed = results.map((result) => (result.id === id ? { ...result, status: 'pass' } : result))
        return [id, Math.max(0, rate(fixed).score - score)]
      }),
  )
}

/** The points of a check: its weight, half of it for a warning, 0 for a failure; null if it does not count. */
export function points({ status, weight, gate }: Omit<ScoredResult, 'id'>): number | null {
  return isCounted(status) && !gate ? weight * shares[status] : null
}

/** The two sums of the formula; `share` is the score before any cap. */
export function sumPoints(results: Iterable<{ points: number | null; weight: number }>): {
  reached: number
  possible: number
  share: number
} {
  let [reached, possible] = [0, 0]
  for (const { points: reachedPoints, weight } of results) {
    if (reachedPoints === null) continue
    reached += reachedPoints
    possible += weight
  }
  return { reached, possible, share: possible === 0 ? 0 : Math.round((100 * reached) / possible) }
}

export function band(score: number): Rating['result'] {
  if (score >= 80) return 'good'
  return score >= 49 ? 'decent' : 'bad'
}

export function importance(weight: number): 'high' | 'medium' | 'low' {
  if (weight >= 6) return 'high'
  return weight >= 3 ? 'medium' : 'low'
}

function lowestCap(results: readonly ScoredResult[]): { id: string; gate: boolean; cap: number } | undefined {
  let lowest: { id: string; gate: boolean; cap: number } | undefined
  for (const { id, status, gate, cap = null } of results) {
    const maxScore = gate ? gateCap : cap
    if (status === 'fail' && maxScore !== null && maxScore < (lowest?.cap ?? 100)) lowest = { id, gate, cap: maxScore }
  }
  return lowest
}

function share(results: readonly ScoredResult[]): number | null {
  let [possible, reached] = [0, 0]
  for (const { status, weight, gate } of results) {
    if (gate || !isCounted(status)) continue
    possible += weight
    reached += weight * shares[status]
  }
  return possible === 0 ? null : Math.round((100 * reached) / possible)
}

function isCounted(status: string): status is keyof typeof shares {
  return status === 'pass' || status === 'warn' || status === 'fail'
}
