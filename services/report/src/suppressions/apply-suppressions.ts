import { gains, rate, rateCategories } from '@pagebell/scoring/score'
import { type Suppression, suppressionsAt } from '@pagebell/scoring/suppressions'

type Result = {
  status: string
  category: string
  weight: number
  points: number | null
  /** Absent in ratings of analyzers before rule set 2026-11-24. */
  gain?: number
  gate: boolean
  cap?: number | null
}

type Rating<Of extends Result> = {
  results: Record<string, Of>
  score: number
  result: string
  capped_by: string | null
  categories: object
}

/** Why a check that is shown was left out of the score. */
export type Ignored = { reason: string; expires_at: string | null }

/**
 * The rating in which the checks that the project ignores on this page are shown with the reason, and neither count
 * towards the score nor cap it. A suppression of the page itself takes precedence over one of every page.
 */
export function applySuppressions<Of extends Result, Given extends Rating<Of>>(
  rating: Given & Rating<Of>,
  suppressions: readonly Suppression[],
  page: { url: string; at: string },
): Omit<Given, 'results'> & { results: Record<string, Of & { ignored?: Ignored }> } {
  const ignored = suppressionsAt(suppressions, page.at).on(page.url)
  if (!Object.keys(rating.results).some((id) => ignored.has(id))) return rating

  const results = Object.fromEntries(
    Object.entries(rating.results).map(([id, result]) => {
      const suppression = ignored.get(id)
      return [
        id,
        suppression === undefined ? result : { ...result, points: null, gain: 0, ...shownReason(suppression) },
      ]
    }),
  )
  const counted = Object.entries(results).flatMap(([id, result]) => (ignored.has(id) ? [] : [{ id, ...result }]))
  // The score without them has another scale.
  for (const [id, gain] of Object.entries(gains(counted))) results[id] = { ...(results[id] as Of), gain }
  return { ...rating, results, ...rate(counted), categories: rateCategories(counted) }
}

const shownReason = ({ reason, expires_at }: Suppression): { ignored: Ignored } => ({ ignored: { reason, expires_at } })
