import type { Customer, World } from '../harness/build-world.ts'

/** Whether the attack is on. */
export type Phase = 'quiet' | 'attacked'

/** A customer who takes no part in the attack and repeats one request. */
export type Victim = AsyncDisposable & {
  /**
   * Makes ready what is asked next; the request that it answers is what is timed, and throws in words if it was not answered
   * as it should be.
   */
  prepare(phase: Phase): Promise<() => Promise<unknown>>
}

export type VictimKind = {
  /** What is timed, for the table. */
  does: string
  /** Between the beginnings of two requests, whether the first has been answered or not. */
  intervalMs: number
  open(world: World, customer: Customer): Promise<Victim>
}

/** What a victim waits at most. */
export const timeoutMs = 20_000
