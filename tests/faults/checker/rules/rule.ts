import type { Settled } from '../settle.ts'

/** One promise; `findBroken` returns a sentence for each violation. */
export type Rule = { promise: string; findBroken(settled: Settled): string[] }

export const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`

export function countBy<T>(items: Iterable<T>, key: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1)
  return counts
}
