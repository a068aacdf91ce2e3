import { createHash, timingSafeEqual } from 'node:crypto'

/** Stands for the password of a report: nobody can guess it, since the stored string is salted, and a new password ends it. */
export function unlockOf(id: string, passwordHash: string): Buffer {
  return createHash('sha256').update(`unlock ${id} ${passwordHash}`).digest()
}

/** Whether a caller has unlocked the report while it had the password that it has now. */
export function unlocks(unlock: Buffer | undefined, id: string, passwordHash: string): boolean {
  const expected = unlockOf(id, passwordHash)
  return unlock?.length === expected.length && timingSafeEqual(unlock, expected)
}
