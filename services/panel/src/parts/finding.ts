import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'

/** The result of one check, as the report service stores it. */
export type Finding = {
  id: string
  title: string
  category: string
  status: string
  importance: string
  weight: number
  /** Points in the score; null if the check is in neither of its sums. */
  counted: number | null
  points: number
  value: unknown
  /** How much the score rises if this passes; undefined in a rating by an older rule set. */
  gain: number | undefined
  gate: boolean
  cap: number | undefined
  message: string
  fix: string
  evidence: Evidence[]
  evidenceTotal: number
  /** The reason for which the project leaves it out of the score. */
  ignored: string | undefined
  /** When it counts again, in ISO 8601; undefined for never. */
  ignoredUntil: string | undefined
}

export type Evidence = Record<string, unknown>

export type Category = { name: string; score: number | null; pass: number; warn: number; fail: number }

const ranks: Record<string, number> = { fail: 0, error: 1, warn: 2, pass: 3, not_applicable: 4 }

/** Every finding of a report: failed gates first, then by what the score gains if it is fixed; passed checks last. */
export function readFindings(json: Buffer | undefined): Finding[] {
  const findings = Object.entries(parsed(json)).map(([id, found]) => readFinding(id, found))
  return findings.sort(
    (left, right) =>
      Number(isFailedGate(right)) - Number(isFailedGate(left)) ||
      // Of the gates, the page's own error comes first.
      Number(isErrorPage(right)) - Number(isErrorPage(left)) ||
      (right.gain ?? 0) - (left.gain ?? 0) ||
      lostPoints(right) - lostPoints(left) ||
      (ranks[left.status] ?? 5) - (ranks[right.status] ?? 5) ||
      right.weight - left.weight ||
      (left.id < right.id ? -1 : 1),
  )
}

/** The categories in the order of the report service. */
export const readCategories = (report: Pick<Report, 'categories_json'>): Category[] =>
  Object.entries(parsed(report.categories_json)).map(([name, found]) => ({
    name,
    score: typeof found['score'] === 'number' ? found['score'] : null,
    pass: number(found['pass']),
    warn: number(found['warn']),
    fail: number(found['fail']),
  }))

/** Points that a finding takes from the score. */
export const lostPoints = ({ status, weight, points, ignored }: Finding): number =>
  ignored === undefined && (status === 'fail' || status === 'warn') ? weight - points : 0

/** Whether a finding caps the score. */
export const isFailedGate = ({ gate, status, ignored }: Finding): boolean =>
  gate && status === 'fail' && ignored === undefined

/** Whether the rated page is an error page, 4xx or 5xx. */
export const isErrorPage = ({ id, status }: Finding): boolean => id === 'http_status' && status === 'fail'

function readFinding(id: string, found: Record<string, unknown>): Finding {
  const evidence = Array.isArray(found['evidence']) ? (found['evidence'] as unknown[]) : []
  return {
    id,
    title: titleOf(id, found),
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
    ...readIgnored(found['ignored']),
    evidenceTotal: Math.max(number(found['evidence_total']), evidence.length),
  }
}

/** In rule sets without gains the title describes a pass, so that a failure's message is the better title. */
function titleOf(id: string, found: Record<string, unknown>): string {
  const title = text(found['title']) || id
  const isOfOldRuleSet = found['gain'] === undefined && (found['status'] === 'fail' || found['status'] === 'warn')
  return isOfOldRuleSet ? text(found['message']) || title : title
}

function parsed(json: Buffer | undefined): Record<string, Record<string, unknown>> {
  return json === undefined || json.length === 0 ? {} : JSON.parse(json.toString())
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function readIgnored(found: unknown): Pick<Finding, 'ignored' | 'ignoredUntil'> {
  if (typeof found !== 'object' || found === null) return { ignored: undefined, ignoredUntil: undefined }
  const { reason, expires_at } = found as Record<string, unknown>
  return { ignored: text(reason), ignoredUntil: typeof expires_at === 'string' ? expires_at : undefined }
}

const number = (value: unknown): number => (typeof value === 'number' ? value : 0)
