import { openSync, writeSync } from 'node:fs'

export type History = {
  /** Adds one entry; it is in the file when this returns, so that a crash a moment later does not take it along. */
  write(entry: Record<string, unknown>): void
}

/** An append-only file of JSON lines, each with its moment `t` in milliseconds since 1970. */
export function openHistory(file: string): History {
  const descriptor = openSync(file, 'a')
  return {
    write(entry) {
      writeSync(descriptor, `${JSON.stringify({ t: now(), ...entry })}\n`)
    },
  }
}

/**
 * What the machine's clock said when performance.now() was 0. Node's own timeOrigin is taken by two looks at two clocks: a
 * process that was held up between them wrote moments 24 ms ahead of the others', and a URL came to the engine before it
 * was sent. Of many looks the one with the least between them is right, to less than a millisecond.
 */
function originOfClock(): number {
  let origin = -Infinity
  for (const end = performance.now() + 5; performance.now() < end; )
    origin = Math.max(origin, Date.now() - performance.now())
  return origin
}

const origin = originOfClock()

/** Milliseconds since 1970 with fractions, never running backwards within a process. */
export const now = (): number => origin + performance.now()
