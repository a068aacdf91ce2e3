import type { Outcome } from './channel.ts'
import { nextMidnight } from './next-reset.ts'

/** The zone by which Google counts the days of a quota. */
const pacific = 'America/Los_Angeles'
const minuteMs = 60_000

type Answer = { status: number; text: string }
type GoogleError = { status: string | undefined; limits: string }

/**
 * What an answer of the Indexing API means. A 429 is about the quota of the site's own Cloud project, of a day or of a
 * minute, and says nothing about anybody else's.
 */
export function readGoogleAnswer({ status, text }: Answer, now: number): Outcome {
  const words = { status, message: text }
  if (status === 200) return { kind: 'delivered', words }
  const error = errorOf(text)
  const reason = error.status ?? `http_${status}`
  if (status === 429) {
    const isMinute = /per.?minute/i.test(error.limits) && !/per.?day/i.test(error.limits)
    return isMinute
      ? { kind: 'held', reason: 'minute_quota_used_up', until: now + minuteMs, words }
      : { kind: 'held', reason: 'day_quota_used_up', until: nextMidnight(pacific, now), words }
  }
  // A token that is no good any more was refreshed once already.
  if (status === 401 || status === 408 || status >= 500) return { kind: 'retry', reason, words }
  return { kind: 'rejected', reason, divisible: false, words }
}

/** `limits`: everything in the error that may name the limit that was met. */
function errorOf(text: string): GoogleError {
  try {
    const { error } = (JSON.parse(text) ?? {}) as { error?: { status?: unknown; message?: unknown; details?: unknown } }
    const status = typeof error?.status === 'string' && /^\w{1,64}$/.test(error.status) ? error.status : undefined
    return { status, limits: JSON.stringify([error?.message, error?.details]) }
  } catch {
    // A proxy's page: the status has to say it all.
    return { status: undefined, limits: '' }
  }
}
