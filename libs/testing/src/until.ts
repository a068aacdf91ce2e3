import { setTimeout as delay } from 'node:timers/promises'

type Falsy = false | null | undefined | 0 | ''

/**
 * Polls the condition until its result is truthy, and returns it. Fails after `timeoutMs` with what was awaited and the
 * last error that the condition threw. The default is for a machine that is ten times busier than a developer's; what
 * has to be fast is measured in bench/.
 */
export async function until<T>(
  what: string,
  condition: () => Promise<T | Falsy> | T | Falsy,
  timeoutMs = 40_000,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 1.5, 100)) {
    let cause: unknown
    try {
      const answer = await condition()
      if (answer) return answer
    } catch (error) {
      cause = error
    }
    if (performance.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain until ${what}.`, { cause })
    await delay(pauseMs)
  }
}

/** Polls until nothing is found or the timeout is over; returns what is left. */
export async function untilNone<T>(find: () => Promise<T[]>, timeoutMs: number): Promise<T[]> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const found = await find()
    if (found.length === 0 || performance.now() > deadline) return found
    await delay(200)
  }
}
