import { setTimeout as pause } from 'node:timers/promises'
import { Fault } from '@pagebell/faults/fault'

/** So long a stop waits for it. */
const patienceMs = 10_000
const [firstPauseMs, longestPauseMs] = [100, 1_000]

/**
 * Writes what must not be forgotten because the database is away or slow: what an engine has said, which would be asked
 * again. Goes on for as long as the process does, since the claim is renewed meanwhile, and ten seconds longer once
 * `stopping` is aborted. `write` has to be harmless to repeat, since its first answer may have been lost. Throws the last
 * error.
 */
export async function insist<Written>(write: () => Promise<Written>, stopping: AbortSignal): Promise<Written> {
  let end: number | undefined
  for (let wait = firstPauseMs; ; wait = Math.min(wait * 2, longestPauseMs)) {
    try {
      return await write()
    } catch (error) {
      const isAway = error instanceof Fault && error.kind === 'unavailable'
      if (!isAway) throw error
      if (stopping.aborted) end ??= performance.now() + patienceMs
      if (end !== undefined && performance.now() + wait > end) throw error
      await pause(wait)
    }
  }
}
