import { importance, points } from '@pagebell/scoring/score'
import type { Check, Evidence } from './check.ts'
import type { Page } from './page.ts'

export type CheckResult = {
  status: 'pass' | 'warn' | 'fail' | 'not_applicable' | 'error'
  category: string
  importance: 'high' | 'medium' | 'low'
  weight: number
  /** null if the check left both sums of the score. */
  points: number | null
  gate: boolean
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
  return Object.fromEntries(checks.map((check) => [check.id, runCheck(check, page, onThrow)]))
}

function runCheck(check: Check, page: Page, onThrow: (id: string, error: unknown) => void): CheckResult {
  const { id, category, weight, gate, title, fix } = check
  const common = { category, importance: importance(weight), weight, gate, title }
  const quiet = { evidence: [], evidence_total: 0, fix: '' }
  try {
    const outcome = check.check(page)
    const { status, value } = outcome
    if (status === 'pass') return { ...common, ...quiet, status, value, points: weight, message: title }
    if (status === 'not_applicable') {
      return { ...common, ...quiet, status, value, points: null, message: outcome.message }
    }
    const { message, evidence } = outcome
    const shown = evidence.slice(0, mostEvidence).map(shorten)
    const found = { evidence: shown, evidence_total: evidence.length }
    return { ...common, ...found, status, value, points: points(status, weight), message, fix }
  } catch (error) {
    onThrow(id, error)
    const message = 'This check could not be carried out on this page.'
    return { ...common, ...quiet, status: 'error', value: null, points: null, message }
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
