import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** Rows of one statement. */
export const rowsPerSweep = 2_000

/** Does the work and pauses nine times as long, so that requests find PostgreSQL idle; throws once the signal is aborted. */
export async function sweepAtEase<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted()
  const began = performance.now()
  const result = await work()
  await pause(9 * (performance.now() - began), undefined, { signal })
  return result
}
