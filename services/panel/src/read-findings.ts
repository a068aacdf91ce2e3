import type { Report__Output as Report } from '@pagebell/protos/report/v1/Report'

/** What one check found on a page, as the report service keeps it. */
export type Finding = {
  id: string
  title: string
  category: string
  status: string
  importance: string
  weight: number
  points: number
  gate: boolean
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

/** Every check of a report: what costs most points first, a failed gate before all, what is in order last. */
export function readFindings(json: Buffer | undefined): Finding[] {
  const findings = Object.entries(parsed(json)).map(([id, found]) => readFinding(id, found))
  return findings.sort(
    (left, right) =>
      Number(isShut(right)) - Number(isShut(left)) ||
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

function readFinding(id: string, found: Record<string, unknown>): Finding {
  const evidence = Array.isArray(found['evidence']) ? (found['evidence'] as unknown[]) : []
  return {
    id,
    title: text(found['title']) || id,
    category: text(found['category']),
    status: text(found['status']),
    importance: text(found['importance']),
    weight: number(found['weight']),
    points: number(found['points']),
    gate: found['gate'] === true,
    message: text(found['message']),
    fix: text(found['fix']),
    evidence: evidence.filter((one): one is Evidence => typeof one === 'object' && one !== null),
    ignored: reasonOf(found['ignored']),
    evidenceTotal: Math.max(number(found['evidence_total']), evidence.length),
  }
}

function parsed(json: Buffer | undefined): Record<string, Record<string, unknown>> {
  return json === undefined || json.length === 0 ? {} : JSON.parse(json.toString())
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const reasonOf = (ignored: unknown): string | undefined =>
  typeof ignored === 'object' && ignored !== null && 'reason' in ignored ? text(ignored.reason) : undefined
const number = (value: unknown): number => (typeof value === 'number' ? value : 0)
