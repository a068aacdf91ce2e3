import { gains, rate, rateCategories } from '@pagebell/scoring/score'
import type { IgnoredCheck } from './queries/keep-ignored-checks.ts'

interface Result {
  status: string
  category: string
  weight: number
  points: number | null
  /** Absent in ratings of analyzers before rule set 2026-11-24. */
  gain?: number
  gate: boolean
  cap?: number | null
}

interface Rating<Of extends Result> {
  results: Record<string, Of>
  score: number
  result: string
  capped_by: string | null
  categories: object
}

/** Why a check that is shown was left out of the score. */
export type Ignored = { reason: string; expires_at: string | null }

/**
 * A rating in which the checks that the project ignores on this page are still shown, say why, bring no points and cap
 * nothing. One entry for the page itself goes before one for every page.
 */
export function leaveOutIgnored<Of extends Result, Given extends Rating<Of>>(
  rating: Given & Rating<Of>,
  ignored: readonly IgnoredCheck[],
  { url, at }: { url: string; at: string },
): Omit<Given, 'results'> & { results: Record<string, Of & { ignored?: Ignored }> } {
  const told = new Map<string, Ignored>()
  const here = ignored.filter((one) => (one.url ?? url) === url && (one.expires_at === null || one.expires_at > at))
  for (const { check, reason, expires_at } of here.toSorted(wholeProjectFirst)) told.set(check, { reason, expires_at })
  if (!Object.keys(rating.results).some((id) => told.has(id))) return rating

  const results = Object.fromEntries(
    Object.entries(rating.results).map(([id, result]) => {
      const why = told.get(id)
      return [id, why === undefined ? result : { ...result, points: null, gain: 0, ignored: why }]
    }),
  )
  const counted = Object.entries(results).flatMap(([id, result]) => (told.has(id) ? [] : [{ id, ...result }]))
  // The score without them has another scale.
  for (const [id, gain] of Object.entries(gains(counted))) results[id] = { ...(results[id] as Of), gain }
  return { ...rating, results, ...rate(counted), categories: rateCategories(counted) }
}

/** What is set last stays. */
function wholeProjectFirst(left: IgnoredCheck, right: IgnoredCheck): number {
  return Number(left.url !== null) - Number(right.url !== null)
}
