import { band, gateCap, type Rating } from '@pagebell/scoring/score'
import type { CrawledSite } from './site.ts'
import type { SiteGraph } from './site-graph.ts'

/** `weightedSum` divided by `weights` is `mean`; the score is that, rounded and capped. */
export type SiteRating = Rating & { rated: number; weightedSum: number; weights: number; mean: number }

/** What a page counts: the more pages link to it, the more. */
export function pageWeight(inlinks: number): number {
  return 1 + Math.log(1 + inlinks)
}

/**
 * The mean of the pages' scores, weighted by 1 + ln(1 + inlinks). A gate that the start page fails caps the site like a
 * page: the site cannot be found by its own name. null if no page was rated.
 */
export function rateSite(
  { pages }: Pick<CrawledSite, 'pages'>,
  graph: Pick<SiteGraph, 'sources'>,
  failedGate: string | null,
): SiteRating | null {
  let [rated, weightedSum, weights] = [0, 0, 0]
  for (const { url, score } of pages.values()) {
    if (score === null) continue
    const weight = pageWeight(graph.sources(url).length)
    rated += 1
    weightedSum += weight * score
    weights += weight
  }
  if (rated === 0) return null
  const mean = weightedSum / weights
  const score = Math.min(Math.round(mean), failedGate === null ? 100 : gateCap)
  return { score, result: band(score), capped_by: failedGate, rated, weightedSum, weights, mean }
}
