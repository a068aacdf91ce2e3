import { matchArrivals } from './rules/reached.ts'
import { countBy } from './rules/rule.ts'
import type { Settled } from './settle.ts'

export type FaultFigures = {
  name: string
  times: number
  failed: number
  /** The longest time without a 202 that overlaps the fault or the 2 s after it. */
  maxGapMs: number
  /** The longest time from recovery (the server answers again) to the next 202. */
  maxRecoveryMs: number
}

export type Figures = {
  seconds: number
  requests: number
  answers: Record<string, number>
  acceptedUrls: number
  batches: number
  arrivals: number
  duplicates: number
  maxGapMs: number
  p50Ms: number
  p99Ms: number
  faults: FaultFigures[]
}

/** The figures of a run, without its violations. */
export function readFigures(settled: Settled): Figures {
  const { submits, acceptances, batches, begunAt, endedAt, faults } = settled
  const { arrivals, waits, duplicatesOf } = matchArrivals(settled)
  const sum = (counts: Iterable<number>): number => [...counts].reduce((all, count) => all + count, 0)
  const sorted = waits.sort((a, b) => a - b)
  const gaps = gapsOf([begunAt, ...acceptanceTimes(settled), endedAt])
  return {
    seconds: Math.round((endedAt - begunAt) / 1_000),
    requests: submits.length,
    answers: Object.fromEntries(countBy(submits, ({ status }) => String(status ?? 'none'))),
    acceptedUrls: acceptances.length,
    batches: batches.length,
    arrivals: sum([...arrivals.values()].map((times) => times.length)),
    duplicates: sum(duplicatesOf.values()),
    maxGapMs: maxGap(gaps),
    p50Ms: Math.round(sorted[Math.floor(sorted.length * 0.5)] ?? 0),
    p99Ms: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
    faults: [...Map.groupBy(faults, ({ name }) => name)]
      .map(([name, all]) => ({
        name,
        times: all.length,
        failed: all.filter(({ why }) => why !== undefined).length,
        maxGapMs: maxGap(
          gaps.filter((gap) => all.some((one) => gap.from < one.recoveredAt + 2_000 && gap.to > one.injectedAt)),
        ),
        maxRecoveryMs: Math.round(
          Math.max(
            ...all.map(
              (one) => (acceptanceTimes(settled).find((at) => at >= one.recoveredAt) ?? endedAt) - one.recoveredAt,
            ),
          ),
        ),
      }))
      .sort((a, b) => a.name.localeCompare(b.name)),
  }
}

const acceptanceTimes = ({ submits, begunAt, endedAt }: Settled): number[] =>
  submits
    .filter(({ status, dryRun, overAt }) => status === 202 && !dryRun && overAt >= begunAt && overAt <= endedAt)
    .map(({ overAt }) => overAt)
    .sort((a, b) => a - b)

type Gap = { from: number; to: number }

const gapsOf = (times: number[]): Gap[] => times.slice(1).map((to, index) => ({ from: times[index] ?? to, to }))

const maxGap = (gaps: Gap[]): number => Math.round(gaps.reduce((max, { from, to }) => Math.max(max, to - from), 0))
