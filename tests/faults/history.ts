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

/** Milliseconds since 1970 with fractions, never running backwards within a process. */
export const now = (): number => performance.timeOrigin + performance.now()
