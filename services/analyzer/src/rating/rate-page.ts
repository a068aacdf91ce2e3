import { type CategoryScore, type Rating, rate, rateCategories } from '@pagebell/scoring/score'
import type { DocumentFacts } from '../document/document-facts.ts'
import type { Exchange } from '../fetching/exchange.ts'
import type { Check } from './check.ts'
import { pageOf } from './page.ts'
import { type CheckResult, runChecks } from './run-checks.ts'

export type RatedPage = Rating & {
  results: Record<string, CheckResult>
  categories: Record<string, CategoryScore>
  notes: string[]
}

const skippedNotes = {
  requests: 'Not all of the site was asked: a report makes 30 requests beside its page at most.',
  time: 'Not all of the site was asked: it answers too slowly.',
}

/** Runs all checks and computes the scores. Deterministic: the same input gets the same result. */
export function ratePage(
  checks: readonly Check[],
  exchange: Exchange,
  facts: DocumentFacts,
  now: Date,
  onThrow: (id: string, error: unknown) => void,
): RatedPage {
  const results = runChecks(checks, pageOf(exchange, facts, now), onThrow)
  const scored = Object.entries(results).map(([id, { status, weight, gate, cap, category }]) => {
    return { id, status, weight, gate, cap, category }
  })
  const notes = facts.ceilings.map((ceiling) => `The page was read in part: it has ${ceiling}.`)
  const { leftOut } = exchange.probes
  if (leftOut !== null) notes.push(skippedNotes[leftOut])
  return { ...rate(scored), results, categories: rateCategories(scored), notes }
}
