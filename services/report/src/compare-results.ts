export interface ComparedResult {
  status: string
  points: number | null
  weight: number
  /** Of the outcome. */
  title?: string
  message: string
}

type Difference = { check: string; from: ComparedResult | null; to: ComparedResult | null }

export interface Comparison {
  worse: Difference[]
  better: Difference[]
  /** Only the later run made it. */
  new: Difference[]
  /** Only the earlier run made it. */
  gone: Difference[]
  /** From or to a status that is neither better nor worse: it did not apply, or could not be carried out. */
  changed: Difference[]
}

type Results = Readonly<Record<string, ComparedResult>>

const ranks: Record<string, number> = { fail: 0, warn: 1, pass: 2 }

/** What differs between two runs, check by check, each list in the order of the later run's results. */
export function compareResults(before: Results, after: Results): Comparison {
  const comparison: Comparison = { worse: [], better: [], new: [], gone: [], changed: [] }
  for (const check of new Set([...Object.keys(after), ...Object.keys(before)])) {
    const from = shown(before[check])
    const to = shown(after[check])
    const kind = kindOf(from, to)
    if (kind !== undefined) comparison[kind].push({ check, from, to })
  }
  return comparison
}

function kindOf(from: ComparedResult | null, to: ComparedResult | null): keyof Comparison | undefined {
  if (from === null) return 'new'
  if (to === null) return 'gone'
  if (from.status === to.status) return undefined
  const [fromRank, toRank] = [ranks[from.status], ranks[to.status]]
  if (fromRank === undefined || toRank === undefined) return 'changed'
  return toRank < fromRank ? 'worse' : 'better'
}

function shown(result: ComparedResult | undefined): ComparedResult | null {
  if (result === undefined) return null
  const { status, points, weight, title, message } = result
  return { status, points, weight, ...(title !== undefined && { title }), message }
}
