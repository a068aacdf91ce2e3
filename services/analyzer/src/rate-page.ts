import { type Check, categories } from './check.ts'
import type { DocumentFacts } from './document-facts.ts'
import type { Exchange } from './exchange.ts'
import { pageOf } from './page-of.ts'
import { type CheckResult, runChecks } from './run-checks.ts'
import { type CategoryScore, type Rating, rate, rateCategory } from './score.ts'

export type RatedPage = Rating & {
  results: Record<string, CheckResult>
  categories: Record<string, CategoryScore>
  notes: string[]
}

/** Everything a report says about a page, from what was read of it; the same page gets the same score. */
export function ratePage(
  checks: readonly Check[],
  exchange: Exchange,
  facts: DocumentFacts,
  now: Date,
  onThrow: (id: string, error: unknown) => void,
): RatedPage {
  const results = runChecks(checks, pageOf(exchange, facts, now), onThrow)
  const scored = Object.entries(results).map(([id, result]) => ({ id, ...result }))
  const perCategory = categories.map((name) => {
    return [name, rateCategory(scored.filter(({ category }) => category === name))] as const
  })
  const notes = facts.ceilings.map((ceiling) => `The page was read in part: it has ${ceiling}.`)
  return { ...rate(scored), results, categories: Object.fromEntries(perCategory), notes }
}
