import { createHash, timingSafeEqual } from 'node:crypto'
import { invalid } from './report.ts'

/** 0 public, 1 private (its owner only), 2 behind a password. */
export type Privacy = 0 | 1 | 2

const minPasswordLength = 6
const maxPasswordLength = 128

/** Throws fault `invalid` on `privacy` for any other number. */
export function checkPrivacy(value: number): asserts value is Privacy {
  if (value !== 0 && value !== 1 && value !== 2) {
    throw invalid('privacy', 'Use 0 (public), 1 (private) or 2 (password).')
  }
}

/**
 * Whether a password fits the privacy that a report is to have: required with 2 unless one is stored, refused
 * otherwise. Throws fault `invalid` on `password`.
 */
export function checkPassword(privacy: Privacy, password: string | undefined, hasStored: boolean): void {
  if (privacy !== 2) {
    if (password !== undefined) throw invalid('password', 'A password goes with privacy 2 only.')
    return
  }
  if (password === undefined) {
    if (!hasStored) throw invalid('password', 'Privacy 2 needs a password.')
    return
  }
  const { length } = Array.from(password)
  if (length < minPasswordLength || length > maxPasswordLength) {
    throw invalid('password', `Use ${minPasswordLength} to ${maxPasswordLength} characters.`)
  }
}

/** The privacy after a change. Throws fault `invalid` on `privacy` or `password` for what does not fit. */
export function privacyAfter(
  before: { privacy: number; has_password: boolean },
  change: { privacy?: number | undefined; password?: string | undefined },
): Privacy {
  const privacy = change.privacy ?? before.privacy
  checkPrivacy(privacy)
  checkPassword(privacy, change.password, before.has_password)
  return privacy
}

/**
 * A token that replaces the password of a report: it cannot be guessed, since the stored hash is salted, and it becomes
 * invalid when the password changes.
 */
export function unlockOf(id: string, passwordHash: string): Buffer {
  return createHash('sha256').update(`unlock ${id} ${passwordHash}`).digest()
}

/** Whether `unlock` was issued for this report and its current password. */
export function unlocks(unlock: Buffer | undefined, id: string, passwordHash: string): boolean {
  const expected = unlockOf(id, passwordHash)
  return unlock?.length === expected.length && timingSafeEqual(unlock, expected)
}
