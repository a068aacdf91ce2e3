import { setTimeout as pause } from 'node:timers/promises'
import { Fault } from '@pagebell/faults/fault'

/** Within a claim's lease, and no longer than a stop waits. */
const patienceMs = 10_000
const [firstPauseMs, longestPauseMs] = [100, 1_000]

/**
 * Writes what must not be forgotten because the database is away for a moment: what an engine has said, which would be
 * asked again. `write` has to be harmless to repeat, since its first answer may have been lost. Throws the last error.
 */
export async function insist<Written>(write: () => Promise<Written>): Promise<Written> {
  const end = performance.now() + patienceMs
  for (let wait = firstPauseMs; ; wait = Math.min(wait * 2, longestPauseMs)) {
    try {
      return await write()
    } catch (error) {
      const isAway = error instanceof Fault && error.kind === 'unavailable'
      if (!isAway || performance.now() + wait > end) throw error
      await pause(wait)
    }
  }
}
