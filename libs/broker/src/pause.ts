import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '@pagebell/runtime/log'

const shortestMs = 250
const longestMs = 5_000

export type Pause = {
  /** Waits while a pause is on, at most this long. Answers whether the work may go on. */
  over(atMostMs: number): Promise<boolean>
  /** A dependency is away: nothing goes on until the probe succeeds. Without a probe one try is made after each pause. */
  begin(): void
  /** Work succeeded, so that the next pause begins short again. */
  healthy(): void
}

export function createPause(probe: (() => Promise<unknown>) | undefined, log: Log, stop: AbortSignal): Pause {
  let current: Promise<void> | undefined
  let nextMs = shortestMs

  async function untilBack(): Promise<void> {
    do {
      await delay(nextMs * (0.5 + Math.random() / 2), undefined, { signal: stop }).catch(ignoreAbort)
      nextMs = Math.min(nextMs * 2, longestMs)
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
    async over(atMostMs) {
      if (stop.aborted) return false
      if (!current) return true
      const tooLong = new AbortController()
      const signal = AbortSignal.any([stop, tooLong.signal])
      try {
        return await Promise.race([
          current.then(() => !stop.aborted),
          delay(atMostMs, false, { signal }).catch(() => false),
        ])
      } finally {
        tooLong.abort()
      }
    },
    begin() {
      current ??= untilBack()
    },
    healthy() {
      nextMs = shortestMs
    },
  }
}

function ignoreAbort(error: Error): void {
  if (error.name !== 'AbortError') throw error
}
