export type ScoredResult = { id: string; status: string; weight: number; gate: boolean }
export type Rating = { score: number; result: 'good' | 'decent' | 'bad'; gates_failed: string[] }

const shares: Record<string, number> = { pass: 1, warn: 0.5, fail: 0 }
const cap = 48

/** round(100 × Σ(weight × s) / Σ weight of the applicable); a failed gate caps it. */
export function rate(results: readonly ScoredResult[]): Rating {
  const counted = results.filter(({ status }) => status in shares)
  const possible = counted.reduce((sum, { weight }) => sum + weight, 0)
  const reached = counted.reduce((sum, { weight, status }) => sum + weight * (shares[status] ?? 0), 0)
  const gatesFailed = counted.filter(({ gate, status }) => gate && status === 'fail').map(({ id }) => id)
  const uncapped = possible === 0 ? 0 : Math.round((100 * reached) / possible)
  const score = gatesFailed.length > 0 ? Math.min(uncapped, cap) : uncapped
  return { score, result: band(score), gates_failed: gatesFailed }
}

export function band(score: number): Rating['result'] {
  if (score >= 80) return 'good'
  return score >= 49 ? 'decent' : 'bad'
}

export function importance(weight: number): 'high' | 'medium' | 'low' {
  if (weight >= 6) return 'high'
  return weight >= 3 ? 'medium' : 'low'
}

/** Points a check brings: its weight, half of it for a warning, nothing for a failure or what was not counted. */
export function points(status: string, weight: number): number {
  return weight * (shares[status] ?? 0)
}
