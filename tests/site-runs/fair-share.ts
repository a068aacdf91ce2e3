import type { Row } from './row.ts'

/**
 * When crawls that are asked for at once would end, in seconds, if the slots were divided equally among those that have
 * not ended: a crawl gets a slot at most, since it keeps to the pace of its host. `alone`: what each takes by itself.
 */
export function fairEnds(alone: readonly number[], slots: number): number[] {
  const left = [...alone]
  const ends = alone.map(() => 0)
  let now = 0
  for (;;) {
    const active = left.flatMap((seconds, index) => (seconds > 0 ? [index] : []))
    if (active.length === 0) return ends
    const speed = Math.min(1, slots / active.length)
    const shortest = Math.min(...active.map((index) => left[index] ?? 0))
    now += shortest / speed
    for (const index of active) {
      left[index] = (left[index] ?? 0) - shortest
      if (left[index] <= 0) ends[index] = now
    }
  }
}

export type FairRun = {
  /** When each crawl ended, in seconds after all were asked for. */
  endedAfter: readonly number[]
  /** What each would have taken by itself. */
  alone: readonly number[]
  /** Addresses that had been requested of each when the first one ended. */
  atFirstEnd: readonly number[]
  slots: number
}

/** Each crawl ends within `factor` of its fair time, and is as near its share of the requests when the first one ends. */
export function judgeFairness({ endedAfter, alone, atFirstEnd, slots }: FairRun, factor: number): Row[] {
  const fair = fairEnds(alone, slots)
  const ratios = endedAfter.map((seconds, index) => seconds / (fair[index] ?? 0))
  const share = atFirstEnd.reduce((sum, one) => sum + one, 0) / atFirstEnd.length
  const apart = atFirstEnd.map((one) => (one === 0 ? Number.POSITIVE_INFINITY : Math.max(one / share, share / one)))
  const list = (values: readonly number[]): string => values.map((value) => Math.round(value)).join(', ')
  return [
    {
      what: `${alone.length} crawls on ${slots} slots end`,
      allowed: `within ${factor} × of ${list(fair)} s`,
      measured: `${list(endedAfter)} s, ${Math.max(...ratios).toFixed(2)} ×`,
      isHeld: ratios.length > 0 && ratios.every((ratio) => ratio <= factor),
    },
    {
      what: 'requests of each when the first one ends',
      allowed: `within ${factor} × of ${Math.round(share)}`,
      measured: `${list(atFirstEnd)}, ${Math.max(...apart).toFixed(2)} ×`,
      isHeld: apart.length > 0 && apart.every((ratio) => ratio <= factor),
    },
  ]
}
