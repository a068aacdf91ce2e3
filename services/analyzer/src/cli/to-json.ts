import type { RatedPage } from '../rate-page.ts'
import { ruleset } from '../ruleset.ts'

/** The report as the API words it. */
export function toJson(url: string, page: RatedPage) {
  const { result, score, capped_by, categories, notes, results } = page
  return { url, status: 'done', result, score, capped_by, ruleset, error: null, categories, notes, results }
}
