import { setTimeout as pause } from 'node:timers/promises'

type Loops = {
  /** Loops side by side. */
  atOnce: number
  /** What a loop rests between two requests; 0 for none. */
  pauseMs: number
  /** Of all loops together: an attack is bounded even if it is never stopped. */
  maxRequests: number
  signal: AbortSignal
}

/** Asks in loops until the signal, with the number of each request; returns the number of requests. */
export async function keepAsking(
  { atOnce, pauseMs, maxRequests, signal }: Loops,
  ask: (number: number, loop: number) => Promise<unknown>,
): Promise<number> {
  let asked = 0
  async function loop(_: unknown, index: number): Promise<void> {
    while (!signal.aborted && asked < maxRequests) {
      await ask(asked++, index)
      if (pauseMs > 0) await pause(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, loop))
  return asked
}
