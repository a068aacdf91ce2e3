import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '@pagebell/runtime/log'

const minPauseMs = 250
const maxPauseMs = 5_000

export type Pause = {
  /** Waits while paused, for this long at most. True if work may continue. */
  over(timeoutMs: number): Promise<boolean>
  /** A dependency is unavailable: pauses until the probe succeeds, or for a while if there is no probe. */
  begin(): void
  /** Work succeeded: the next pause starts with the minimum again. */
  healthy(): void
}

export function createPause(probe: (() => Promise<unknown>) | undefined, log: Log, stop: AbortSignal): Pause {
  let current: Promise<void> | undefined
  let nextMs = minPauseMs

  async function untilBack(): Promise<void> {
    do {
      await delayUnlessAborted(nextMs * (0.5 + Math.random() / 2), stop)
      nextMs = Math.min(nextMs * 2, maxPauseMs)
    } while (!stop.aborted && !(await answers()))
    current = undefined
  }

  async function answers(): Promise<boolean> {
    try {
      await probe?.()
      return true
    } catch (error) {
      log.debug({ err: error }, 'a dependency is still away')
      return false
    }
  }

  return {
    async over(timeoutMs) {
      if (stop.aborted) return false
      if (!current) return true
      const tooLong = new AbortController()
      const signal = AbortSignal.any([stop, tooLong.signal])
      try {
        return await Promise.race([
          current.then(() => !stop.aborted),
          delay(timeoutMs, false, { signal }).catch(() => false),
        ])
      } finally {
        tooLong.abort()
      }
    },
    begin() {
      current ??= untilBack()
    },
    healthy() {
      nextMs = minPauseMs
    },
  }
}

/** Resolves after so many milliseconds, or as soon as the signal is aborted. */
export async function delayUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
