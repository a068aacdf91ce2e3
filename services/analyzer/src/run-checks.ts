import { gains, importance, points } from '@pagebell/scoring/score'
import type { Check, Evidence } from './check.ts'
import type { Page } from './page.ts'

export type CheckResult = {
  status: 'pass' | 'warn' | 'fail' | 'not_applicable' | 'error'
  category: string
  importance: 'high' | 'medium' | 'low'
  weight: number
  /** null if the check is in neither sum of the score: a gate, or one that does not apply. */
  points: number | null
  /** Points that the page's score gains if this check passes; 0 unless it warns or fails. */
  gain: number
  gate: boolean
  /** The highest score of a page that fails this check. */
  cap: number | null
  value: string | number | null
  title: string
  message: string
  fix: string
  /** At most 10; `evidence_total` tells how many there were. */
  evidence: Evidence[]
  evidence_total: number
}

const mostEvidence = 10
const longestText = 300

/** Runs each check on its own: one that throws costs the page nothing and becomes one `error` result. */
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
    const shown = evidence.slice(0, mostEvidence).map(shorten)
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
      typeof value === 'string' && value.length > longestText ? `${value.slice(0, longestText)}…` : value,
    ]),
  )
}
