import { openSync, writeSync } from 'node:fs'

export type History = {
  /** Appends one entry synchronously, so that it survives a crash of the process. */
  write(entry: Record<string, unknown>): void
}

/** An append-only file of JSON lines, each with its time `t` in milliseconds since 1970. */
export function openHistory(file: string): History {
  const descriptor = openSync(file, 'a')
  return {
    write(entry) {
      writeSync(descriptor, `${JSON.stringify({ t: now(), ...entry })}\n`)
    },
  }
}

/**
 * The system time at which performance.now() was 0. Node's timeOrigin reads two clocks one after the other; a process
 * preempted between the reads was 24 ms ahead of the others, and a URL reached the engine before it was sent. The maximum
 * of many readings is exact to less than a millisecond.
 */
function originOfClock(): number {
  let origin = -Infinity
  for (const end = performance.now() + 5; performance.now() < end; )
    origin = Math.max(origin, Date.now() - performance.now())
  return origin
}

const origin = originOfClock()

/** Milliseconds since 1970 with fractions; monotonic within a process. */
export const now = (): number => origin + performance.now()
