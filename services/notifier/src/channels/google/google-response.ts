import type { ChannelResult } from '../channel.ts'
import { nextMidnight, quotaWait, readJsonFields } from '../engine-response.ts'

/** The time zone by which Google counts the days of a quota. */
const pacific = 'America/Los_Angeles'
const nextDay = (now: number): number => nextMidnight(pacific, now)
const minuteMs = 60_000

/**
 * What a response of the Indexing API means. A 429 is about the daily or the per-minute quota of the site's own Cloud
 * project, so it does not pause the endpoint for others; `account` is the one whose quota it is.
 */
export function readGoogleResponse(
  { status, text }: { status: number; text: string },
  now: number,
  account: string,
): ChannelResult {
  const response = { status, message: text }
  if (status === 200) return { kind: 'delivered', response }
  const error = errorOf(text)
  const reason = error.status ?? `http_${status}`
  if (status === 429) {
    const isMinute = /per.?minute/i.test(error.limits) && !/per.?day/i.test(error.limits)
    return isMinute
      ? { kind: 'held', reason: 'minute_quota_used_up', until: now + minuteMs, response }
      : { kind: 'held', reason: 'day_quota_used_up', until: quotaWait(nextDay, now, account), response }
  }
  // A token that had expired has been refreshed once already.
  if (status === 401 || status === 408 || status >= 500) return { kind: 'retry', reason, response }
  // A batch that is too large for Google, or for a proxy before it.
  return { kind: 'rejected', reason, divisible: status === 413, response }
}

/** `limits`: everything in the error that may name the limit that was exceeded. */
function errorOf(text: string): { status: string | undefined; limits: string } {
  const { error } = readJsonFields(text)
  const { status, message, details } = (error ?? {}) as { status?: unknown; message?: unknown; details?: unknown }
  return {
    status: typeof status === 'string' && /^\w{1,64}$/.test(status) ? status : undefined,
    limits: JSON.stringify([message, details]),
  }
}
