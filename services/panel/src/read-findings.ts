import type { Report__Output as Report } from '@pagebell/protos/report/v1/Report'

/** What one check found on a page, as the report service keeps it. */
export type Finding = {
  id: string
  title: string
  category: string
  status: string
  importance: string
  weight: number
  /** null where it is in neither sum of the score. */
  counted: number | null
  points: number
  value: unknown
  /** Points that the score gains if this passes; undefined in a rating of an older rule set. */
  gain: number | undefined
  gate: boolean
  cap: number | undefined
  message: string
  fix: string
  evidence: Evidence[]
  evidenceTotal: number
  /** Why the project leaves it out of the score. */
  ignored: string | undefined
}

export type Evidence = Record<string, unknown>

export type Category = { name: string; score: number | null; pass: number; warn: number; fail: number }

const ranks: Record<string, number> = { fail: 0, error: 1, warn: 2, pass: 3, not_applicable: 4 }

/** Every check of a report: a failed gate first, then by what the score gains if it is fixed; what passes last. */
export function readFindings(json: Buffer | undefined): Finding[] {
  const findings = Object.entries(parsed(json)).map(([id, found]) => readFinding(id, found))
  return findings.sort(
    (left, right) =>
      Number(isShut(right)) - Number(isShut(left)) ||
      // A page that answers with an error is the first thing to know.
      Number(isError(right)) - Number(isError(left)) ||
      (right.gain ?? 0) - (left.gain ?? 0) ||
      lost(right) - lost(left) ||
      (ranks[left.status] ?? 5) - (ranks[right.status] ?? 5) ||
      right.weight - left.weight ||
      (left.id < right.id ? -1 : 1),
  )
}

/** The categories in the order in which the service gives them. */
export const readCategories = (report: Pick<Report, 'categories_json'>): Category[] =>
  Object.entries(parsed(report.categories_json)).map(([name, found]) => ({
    name,
    score: typeof found['score'] === 'number' ? found['score'] : null,
    pass: number(found['pass']),
    warn: number(found['warn']),
    fail: number(found['fail']),
  }))

/** Points that a finding takes from the score. */
export const lost = ({ status, weight, points, ignored }: Finding): number =>
  ignored === undefined && (status === 'fail' || status === 'warn') ? weight - points : 0

/** Whether a finding caps the score. */
export const isShut = ({ gate, status, ignored }: Finding): boolean =>
  gate && status === 'fail' && ignored === undefined

/** Whether the page that was rated is that of an error, 4xx or 5xx. */
export const isError = ({ id, status }: Finding): boolean => id === 'http_status' && status === 'fail'

function readFinding(id: string, found: Record<string, unknown>): Finding {
  const evidence = Array.isArray(found['evidence']) ? (found['evidence'] as unknown[]) : []
  return {
    id,
    title: headingOf(id, found),
    category: text(found['category']),
    status: text(found['status']),
    importance: text(found['importance']),
    weight: number(found['weight']),
    counted: typeof found['points'] === 'number' ? found['points'] : null,
    points: number(found['points']),
    value: found['value'],
    gain: typeof found['gain'] === 'number' ? found['gain'] : undefined,
    cap: typeof found['cap'] === 'number' ? found['cap'] : undefined,
    gate: found['gate'] === true,
    message: text(found['message']),
    fix: text(found['fix']),
    evidence: evidence.filter((one): one is Evidence => typeof one === 'object' && one !== null),
    ignored: reasonOf(found['ignored']),
    evidenceTotal: Math.max(number(found['evidence_total']), evidence.length),
  }
}

/** Rule sets that knew no gains headed every result by what passes: a failure is headed by what was found. */
function headingOf(id: string, found: Record<string, unknown>): string {
  const title = text(found['title']) || id
  const isOfOldRuleSet = found['gain'] === undefined && (found['status'] === 'fail' || found['status'] === 'warn')
  return isOfOldRuleSet ? text(found['message']) || title : title
}

function parsed(json: Buffer | undefined): Record<string, Record<string, unknown>> {
  return json === undefined || json.length === 0 ? {} : JSON.parse(json.toString())
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const reasonOf = (ignored: unknown): string | undefined =>
  typeof ignored === 'object' && ignored !== null && 'reason' in ignored ? text(ignored.reason) : undefined
const number = (value: unknown): number => (typeof value === 'number' ? value : 0)
