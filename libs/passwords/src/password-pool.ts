import { fault } from '@pagebell/faults/fault'
import { hashPassword, isPasswordOf, pretendToCompare } from './argon2id.ts'

export type Passwords = {
  /** The password as a PHC string of argon2id. */
  hash(password: string): Promise<string>
  /** Whether the PHC string was made of this password. Without a string: false, after the same time. */
  matches(phc: string | undefined, password: string): Promise<boolean>
}

/**
 * Works on `atOnce` passwords at a time, because each takes 19 MiB and one of libuv's four threads, of which files and
 * DNS need some. When `waiting` more are in line both functions throw `unavailable`, rather than let the line grow.
 */
export function passwordPool({ atOnce = 2, waiting = 32 } = {}): Passwords {
  const line: (() => void)[] = []
  let free = atOnce

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1
    else if (line.length < waiting) await new Promise<void>((resolve) => line.push(resolve))
    else throw fault('unavailable', 'Too many passwords at once.', { retryAfterSeconds: 1 })
    try {
      return await work()
    } finally {
      const next = line.shift()
      // The turn is handed over, so that nobody who comes this moment takes it first.
      if (next) next()
      else free += 1
    }
  }

  return {
    hash: (password) => inTurn(() => hashPassword(password)),
    matches: (phc, password) =>
      inTurn(() => (phc === undefined ? pretendToCompare(password) : isPasswordOf(phc, password))),
  }
}
