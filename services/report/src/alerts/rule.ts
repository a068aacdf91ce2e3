import { invalidField } from '@pagebell/faults/invalid-field'
import type { AlertRule, AlertRule__Output as SentRule } from '@pagebell/protos/report/v1/alerts'
import { isCheckId, similarCheckId } from '@pagebell/scoring/check-id'

export type Severity = 'warn' | 'fail'

/** When a project has an alert. */
export type Rule =
  | { when: 'check_fails'; check: string }
  | { when: 'score_drops'; by: number }
  | { when: 'new_issue'; severity: Severity }
  | { when: 'certificate'; days: number }
  | { when: 'watch_trouble' }
  | { when: 'held'; count: number }

const maxRules = 20
const maxShownLength = 60
const fields = {
  check_fails: 'check',
  score_drops: 'by',
  new_issue: 'severity',
  certificate: 'days',
  held: 'count',
} as const
const known = [...Object.keys(fields), 'watch_trouble']

/** The identity of a rule: one with another number is another rule. */
export function ruleKey(rule: Rule): string {
  switch (rule.when) {
    case 'check_fails':
      return `check_fails:${rule.check}`
    case 'score_drops':
      return `score_drops:${rule.by}`
    case 'new_issue':
      return `new_issue:${rule.severity}`
    case 'certificate':
      return `certificate:${rule.days}`
    case 'watch_trouble':
      return 'watch_trouble'
    case 'held':
      return `held:${rule.count}`
  }
}

/** Rules without repetitions. Throws fault `invalid` on `rules`. */
export function readRules(sent: readonly SentRule[]): Rule[] {
  if (sent.length > maxRules) throw invalidField('rules', `must be at most ${maxRules}`)
  return [...new Map(sent.map(readRule).map((rule) => [ruleKey(rule), rule])).values()]
}

function readRule(rule: SentRule): Rule {
  const { when, check, by, severity, days, count } = rule
  if (!known.includes(when)) throw invalidField('rules', `must each have as when one of: ${known.join(', ')}`)
  for (const [of, field] of Object.entries(fields))
    if (of !== when && rule[field] !== undefined) throw invalidField('rules', `has ${field}, which is only for ${of}`)
  switch (when) {
    case 'check_fails':
      return { when, check: checkId(check) }
    case 'score_drops':
      return { when, by: integer('by', by, 1, 100) }
    case 'new_issue':
      if (severity !== undefined && severity !== 'warn' && severity !== 'fail')
        throw invalidField('rules', 'has a severity that is none of: warn, fail')
      return { when, severity: severity ?? 'fail' }
    case 'certificate':
      return { when, days: integer('days', days ?? 14, 1, 90) }
    case 'held':
      return { when, count: integer('count', count ?? 1, 1, 1_000) }
    default:
      return { when: 'watch_trouble' }
  }
}

function checkId(check: string | undefined): string {
  if (check === undefined) throw invalidField('rules', 'has check_fails without the id of a check')
  if (isCheckId(check)) return check
  const similar = similarCheckId(check)
  const allowed =
    similar === undefined ? 'use one of pages, such as indexable, or of sites, such as orphan' : `use ${similar}`
  const shown = check.slice(0, maxShownLength)
  throw invalidField('rules', `has check_fails with "${shown}", which is not the id of a check: ${allowed}`)
}

function integer(field: string, value: number | undefined, min: number, max: number): number {
  if (value === undefined || value < min || value > max)
    throw invalidField('rules', `must have ${field} from ${min} to ${max}`)
  return value
}

export const toRule = (rule: Rule): AlertRule => ({ ...rule })
