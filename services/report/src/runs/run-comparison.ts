export type ComparedResult = {
  status: string
  points: number | null
  weight: number
  /** Of the outcome. */
  title?: string
  message: string
  /** What was measured; absent in runs of old rule sets. */
  value?: unknown
  /** The first pieces of it; absent if there are none. */
  evidence?: readonly unknown[]
}

/** Enough to tell two results of a check apart; each run has all of it. */
const maxEvidence = 3

type Difference = { check: string; from: ComparedResult | null; to: ComparedResult | null }

export type Comparison = {
  worse: Difference[]
  better: Difference[]
  /** Checks of the later run only. */
  new: Difference[]
  /** Checks of the earlier run only. */
  gone: Difference[]
  /** From or to a status that is neither better nor worse: not applicable, or an error. */
  changed: Difference[]
  /** The same status, with another value. */
  values: Difference[]
}

type Results = Readonly<Record<string, ComparedResult>>

const ranks: Record<string, number> = { fail: 0, warn: 1, pass: 2 }

/** What differs between two runs, check by check, each list in the order of the later run's results. */
export function compareResults(before: Results, after: Results): Comparison {
  const comparison: Comparison = { worse: [], better: [], new: [], gone: [], changed: [], values: [] }
  for (const check of new Set([...Object.keys(after), ...Object.keys(before)])) {
    const from = toCompared(before[check])
    const to = toCompared(after[check])
    const kind = kindOf(from, to)
    if (kind !== undefined) comparison[kind].push({ check, from, to })
  }
  return comparison
}

function kindOf(from: ComparedResult | null, to: ComparedResult | null): keyof Comparison | undefined {
  if (from === null) return 'new'
  if (to === null) return 'gone'
  if (from.status === to.status) return from.value === to.value ? undefined : 'values'
  const [fromRank, toRank] = [ranks[from.status], ranks[to.status]]
  if (fromRank === undefined || toRank === undefined) return 'changed'
  return toRank < fromRank ? 'worse' : 'better'
}

function toCompared(result: ComparedResult | undefined): ComparedResult | null {
  if (result === undefined) return null
  const { status, points, weight, title, message, value, evidence = [] } = result
  return {
    status,
    points,
    weight,
    ...(title !== undefined && { title }),
    message,
    ...(value !== undefined && { value }),
    ...(evidence.length > 0 && { evidence: evidence.slice(0, maxEvidence) }),
  }
}

type CheckStatuses = Readonly<Record<string, string>>
type RunChanges = Record<string, { from: string | null; to: string | null }>

/** Checks whose status differs between two done runs; null for a check that one of the two did not make. */
export function runChanges(before: CheckStatuses, after: CheckStatuses): RunChanges {
  const changes: RunChanges = {}
  for (const id of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const from = before[id] ?? null
    const to = after[id] ?? null
    if (from !== to) changes[id] = { from, to }
  }
  return changes
}
