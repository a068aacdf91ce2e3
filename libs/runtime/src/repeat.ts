import type { Log } from './log.ts'

export type Repeated = AsyncDisposable & {
  /** Starts the next round at once, or right after the one under way. */
  now(): void
}

/**
 * Does the work, waits, does it again; rounds never overlap. A round that throws is logged and the next one comes all
 * the same. Disposing aborts the signal and waits for the round under way.
 */
export function repeat(
  everyMs: number,
  work: (signal: AbortSignal) => Promise<void>,
  log: Log,
  name: string,
): Repeated {
  const stop = new AbortController()
  let hurry = false
  let wake: () => void = () => undefined

  async function rounds(): Promise<void> {
    while (!stop.signal.aborted) {
      hurry = false
      try {
        await work(stop.signal)
      } catch (error) {
        if (!stop.signal.aborted) log.warn({ err: error, round: name }, `${name} failed and will be tried again`)
      }
      if (!hurry && !stop.signal.aborted) await pause()
    }
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, everyMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  const done = rounds()
  return {
    now() {
      hurry = true
      wake()
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      wake()
      await done
    },
  }
}
