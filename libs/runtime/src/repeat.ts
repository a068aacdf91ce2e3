import type { Log } from './log.ts'

export type Repeated = AsyncDisposable & {
  /** Starts the next round at once, or right after the current one. */
  now(): void
}

/**
 * Runs `work` at this interval; rounds never overlap. A round that throws is logged and the next one runs all the same.
 * Disposing aborts the signal and waits for the current round.
 */
export function repeat(
  intervalMs: number,
  work: (signal: AbortSignal) => Promise<void>,
  log: Log,
  name: string,
): Repeated {
  const stop = new AbortController()
  let isDue = false
  let wake: () => void = () => undefined

  async function rounds(): Promise<void> {
    while (!stop.signal.aborted) {
      isDue = false
      try {
        await work(stop.signal)
      } catch (error) {
        if (!stop.signal.aborted) log.warn({ err: error, round: name }, `${name} failed and will be tried again`)
      }
      if (!isDue && !stop.signal.aborted) await pause()
    }
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, intervalMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  const done = rounds()
  return {
    now() {
      isDue = true
      wake()
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      wake()
      await done
    },
  }
}
