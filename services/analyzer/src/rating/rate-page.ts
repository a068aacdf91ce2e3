import {
  type CategoryScore,
  gains,
  importance,
  points,
  type Rating,
  rate,
  rateCategories,
} from '@pagebell/scoring/score'
import type { DocumentFacts } from '../document/document-facts.ts'
import type { Exchange } from '../fetching/exchange.ts'
import type { Check, Evidence } from './check.ts'
import { type Page, pageOf } from './page.ts'

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

export type CheckResult = {
  status: 'pass' | 'warn' | 'fail' | 'not_applicable' | 'error'
  category: string
  importance: 'high' | 'medium' | 'low'
  weight: number
  /** null if the check does not count towards the score: a gate, or one that does not apply. */
  points: number | null
  /** Points that the page's score would gain if this check passed; 0 unless it warns or fails. */
  gain: number
  gate: boolean
  /** The highest score of a page that fails this check. */
  cap: number | null
  value: string | number | null
  title: string
  message: string
  fix: string
  /** At most 10; `evidence_total` is how many were found. */
  evidence: Evidence[]
  evidence_total: number
}

const maxEvidence = 10
const maxTextLength = 300

/** Runs each check in isolation: one that throws becomes an `error` result, which does not count. */
export function runChecks(
  checks: readonly Check[],
  page: Page,
  onThrow: (id: string, error: unknown) => void,
): Record<string, CheckResult> {
  const results = Object.fromEntries(checks.map((check) => [check.id, runCheck(check, page, onThrow)]))
  const gained = gains(Object.entries(results).map(([id, result]) => ({ id, ...result })))
  for (const [id, gain] of Object.entries(gained)) (results[id] as CheckResult).gain = gain
  return results
}

function runCheck(check: Check, page: Page, onThrow: (id: string, error: unknown) => void): CheckResult {
  const { id, category, weight, gate, cap, title, titles, fix } = check
  const common = { category, importance: importance(weight), weight, gate, cap, gain: 0 }
  const quiet = { evidence: [], evidence_total: 0, fix: '' }
  try {
    const outcome = check.check(page)
    const { status, value } = outcome
    const counted = { status, value, points: points({ status, weight, gate }) }
    if (status === 'pass') return { ...common, ...quiet, ...counted, status, title: titles.pass, message: titles.pass }
    if (status === 'not_applicable') return { ...common, ...quiet, ...counted, status, title, message: outcome.message }
    const { message, evidence } = outcome
    const shown = evidence.slice(0, maxEvidence).map(shorten)
    const found = { evidence: shown, evidence_total: evidence.length }
    const heading = (status === 'warn' ? titles.warn : undefined) ?? titles.fail ?? titles.warn ?? title
    return { ...common, ...found, ...counted, status, title: heading, message, fix }
  } catch (error) {
    onThrow(id, error)
    const message = 'This check could not be carried out on this page.'
    return { ...common, ...quiet, status: 'error', value: null, points: null, title, message }
  }
}

function shorten(evidence: Evidence): Evidence {
  return Object.fromEntries(
    Object.entries(evidence).map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > maxTextLength ? `${value.slice(0, maxTextLength)}…` : value,
    ]),
  )
}
