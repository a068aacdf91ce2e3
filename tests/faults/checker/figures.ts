import { matchArrivals } from './rules/reached.ts'
import { countBy } from './rules/rule.ts'
import type { Settled } from './settle.ts'

export type StrikeFigures = {
  name: string
  times: number
  failed: number
  /** The longest time without a 202 that began or went on while it lasted, or up to 2 s after. */
  longestGapMs: number
  /** The longest time from its mending (the server answers again) to the next 202. */
  longestReturnMs: number
}

export type Figures = {
  seconds: number
  requests: number
  answers: Record<string, number>
  acceptedUrls: number
  batches: number
  arrivals: number
  duplicates: number
  longestGapMs: number
  p50Ms: number
  p99Ms: number
  strikes: StrikeFigures[]
}

/** What a run has to show, apart from what is wrong with it. */
export function readFigures(settled: Settled): Figures {
  const { submits, acceptances, batches, begunAt, endedAt, strikes } = settled
  const { waits, duplicates, all } = matchArrivals(settled)
  const sorted = waits.sort((a, b) => a - b)
  const gaps = gapsOf([begunAt, ...acceptedMoments(settled), endedAt])
  return {
    seconds: Math.round((endedAt - begunAt) / 1_000),
    requests: submits.length,
    answers: Object.fromEntries(countBy(submits, ({ status }) => String(status ?? 'none'))),
    acceptedUrls: acceptances.length,
    batches: batches.length,
    arrivals: all,
    duplicates,
    longestGapMs: longest(gaps),
    p50Ms: Math.round(sorted[Math.floor(sorted.length * 0.5)] ?? 0),
    p99Ms: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
    strikes: [...Map.groupBy(strikes, ({ name }) => name)]
      .map(([name, all]) => ({
        name,
        times: all.length,
        failed: all.filter(({ why }) => why !== undefined).length,
        longestGapMs: longest(
          gaps.filter((gap) => all.some((one) => gap.from < one.mendedAt + 2_000 && gap.to > one.struckAt)),
        ),
        longestReturnMs: Math.round(
          Math.max(
            ...all.map((one) => (acceptedMoments(settled).find((at) => at >= one.mendedAt) ?? endedAt) - one.mendedAt),
          ),
        ),
      }))
      .sort((a, b) => a.name.localeCompare(b.name)),
  }
}

const acceptedMoments = ({ submits, begunAt, endedAt }: Settled): number[] =>
  submits
    .filter(({ status, dryRun, overAt }) => status === 202 && !dryRun && overAt >= begunAt && overAt <= endedAt)
    .map(({ overAt }) => overAt)
    .sort((a, b) => a - b)

type Gap = { from: number; to: number }

const gapsOf = (moments: number[]): Gap[] => moments.slice(1).map((to, index) => ({ from: moments[index] ?? to, to }))

const longest = (gaps: Gap[]): number => Math.round(gaps.reduce((most, { from, to }) => Math.max(most, to - from), 0))
