import { setTimeout as pause } from 'node:timers/promises'
import { Fault } from '@pagebell/faults/fault'

/** How much longer writes are retried once the process stops. */
const graceMs = 10_000
const [firstPauseMs, maxPauseMs] = [100, 1_000]

/**
 * Retries a write while the database is unavailable: an engine's response that is not recorded would mean that the same
 * URLs are sent again. Retries as long as the process runs, since the claim is renewed meanwhile, and ten seconds
 * longer once `stopping` is aborted. `write` has to be idempotent: it may have been committed although it failed.
 * Throws the last error.
 */
export async function retryWhileUnavailable<Written>(
  write: () => Promise<Written>,
  stopping: AbortSignal,
): Promise<Written> {
  let end: number | undefined
  for (let wait = firstPauseMs; ; wait = Math.min(wait * 2, maxPauseMs)) {
    try {
      return await write()
    } catch (error) {
      const isUnavailable = error instanceof Fault && error.kind === 'unavailable'
      if (!isUnavailable) throw error
      if (stopping.aborted) end ??= performance.now() + graceMs
      if (end !== undefined && performance.now() + wait > end) throw error
      await pause(wait)
    }
  }
}
