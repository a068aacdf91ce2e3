import { invalid } from './report-faults.ts'

/** 0 public, 1 private (its owner only), 2 behind a password. */
export type Privacy = 0 | 1 | 2

const shortest = 6
const longest = 128

/** Throws fault invalid on `privacy` for anything else. */
export function checkPrivacy(value: number): asserts value is Privacy {
  if (value !== 0 && value !== 1 && value !== 2) {
    throw invalid('privacy', 'Use 0 (public), 1 (private) or 2 (password).')
  }
}

/**
 * Whether a password fits the privacy that a report is to have: needed with 2 unless one is stored, refused otherwise.
 * Throws fault invalid on `password`.
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
  if (length < shortest || length > longest) throw invalid('password', `Use ${shortest} to ${longest} characters.`)
}
