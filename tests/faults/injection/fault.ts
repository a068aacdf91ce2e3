import type { Random } from '../random.ts'

/** A failure that can be injected and reverted. */
export type Fault = {
  /** The name in the table of faults. */
  name: string
  /** Faults that share a target do not overlap. */
  targets: string[]
  /** Injects the fault. Returns a function that reverts it. */
  inject(random: Random): Promise<() => Promise<void>>
  /** Range of seconds between injecting and reverting. */
  durationSeconds: [min: number, max: number]
}
