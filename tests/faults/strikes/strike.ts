import type { Random } from '../random.ts'

/** Something that can go wrong. */
export type Strike = {
  /** As the table of faults calls it. */
  name: string
  /** What it needs for itself: no two strikes that share a target overlap. */
  targets: string[]
  /** Breaks something, and answers how to mend it. */
  hit(random: Random): Promise<() => Promise<void>>
  /** Seconds between the two. */
  lasts: [least: number, most: number]
}
