import { hash, timingSafeEqual } from 'node:crypto'
import type { SourceRequest } from '../source-request.ts'

/** Whether a request was made by who has the secret, by the scheme of its sender. It never throws. */
export type Verifier = (request: SourceRequest, secret: string, now: Date) => boolean

/** How far a signed timestamp may be from the clock. */
export const toleranceMs = 5 * 60_000

/** Compares digests of equal length, so that the time does not depend on where the texts differ. */
export function isSame(text: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', text, 'buffer'), hash('sha256', expected, 'buffer'))
}

/** A timestamp as text, in units of so many milliseconds. */
export function isRecent(timestamp: string | undefined, unitMs: 1 | 1_000, now: Date): boolean {
  if (timestamp === undefined || !/^\d{1,15}$/.test(timestamp)) return false
  return Math.abs(Number(timestamp) * unitMs - now.getTime()) <= toleranceMs
}

/** Accepts what one of several schemes of a sender accepts. */
export const anyOf =
  (...verifiers: Verifier[]): Verifier =>
  (request, secret, now) =>
    verifiers.some((verify) => verify(request, secret, now))
