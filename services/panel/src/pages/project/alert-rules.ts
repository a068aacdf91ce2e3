import type { AlertRule__Output as AlertRule } from '@pagebell/protos/report/v1/alerts'

/** What the form of alerts has. An empty field is a rule that is off. */
export type AlertForm = {
  /** `fail`, `warn` or empty. */
  new_issue: string
  /** Points. */
  score_drops: string
  /** Ids of checks, one a line. */
  checks: string
  /** Days. */
  certificate: string
  /** `on` or empty. */
  watch_trouble: string
  /** Deliveries. */
  held: string
  at: string
  zone: string
}

const single = ['new_issue', 'score_drops', 'certificate', 'watch_trouble', 'held'] as const

/** The form of rules that were put, here or by the API. */
export function formOfRules(rules: readonly AlertRule[]): Omit<AlertForm, 'at' | 'zone'> {
  const first = (when: string) => rules.find((rule) => rule.when === when)
  const number = (value: number | undefined) => (value === undefined ? '' : String(value))
  return {
    new_issue: first('new_issue')?.severity ?? '',
    score_drops: number(first('score_drops')?.by),
    checks: rules
      .flatMap(({ when, check }) => (when === 'check_fails' && check !== undefined ? [check] : []))
      .join('\n'),
    certificate: number(first('certificate')?.days),
    watch_trouble: first('watch_trouble') === undefined ? '' : 'on',
    held: number(first('held')?.count),
  }
}

/**
 * The rules of a form. Of a kind that the form has once, what the API has put besides the first stays as it is, since
 * the form does not show it.
 */
export function rulesOfForm(sent: AlertForm, kept: readonly AlertRule[]): AlertRule[] {
  const further = single.flatMap((kind) => kept.filter(({ when }) => when === kind).slice(1))
  const checks = sent.checks.split(/[\s,]+/).filter((check) => check !== '')
  const number = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : 0)
  return [
    ...(sent.new_issue === '' ? [] : [{ when: 'new_issue', severity: sent.new_issue }]),
    ...(sent.score_drops.trim() === '' ? [] : [{ when: 'score_drops', by: number(sent.score_drops) }]),
    ...checks.map((check) => ({ when: 'check_fails', check })),
    ...(sent.certificate.trim() === '' ? [] : [{ when: 'certificate', days: number(sent.certificate) }]),
    ...(sent.watch_trouble === '' ? [] : [{ when: 'watch_trouble' }]),
    ...(sent.held.trim() === '' ? [] : [{ when: 'held', count: number(sent.held) }]),
    ...further,
  ]
}
