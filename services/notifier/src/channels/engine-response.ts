import { createHash } from 'node:crypto'
import { storableText } from '@pagebell/postgres/storable-json'

const maxResponseBytes = 2_048

/** A day: an engine that names a longer wait is asked again after a day all the same. */
const maxRetryAfterSeconds = 86_400

/** What is recorded of a response body: 2 KB, cut between characters, without what PostgreSQL cannot store. */
export function boundedText(text: string): string {
  const clean = storableText(text)
  const bytes = Buffer.from(clean)
  if (bytes.length <= maxResponseBytes) return clean
  // A character that is cut in two would decode to a replacement of three bytes, so it is left out.
  let end = maxResponseBytes
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.subarray(0, end).toString('utf8')
}

/** Retry-After (RFC 9110, 10.2.3) in whole seconds from now, at least one; nothing if absent or malformed. */
export function readRetryAfter(header: string | undefined, now = Date.now()): { afterSeconds?: number } {
  const text = header?.trim() ?? ''
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : /^[A-Z][a-z]{2,8},? /.test(text)
      ? (Date.parse(text) - now) / 1_000
      : NaN
  return Number.isNaN(seconds) ? {} : { afterSeconds: Math.min(Math.max(Math.ceil(seconds), 1), maxRetryAfterSeconds) }
}

/** The fields of a JSON object; none for any other text, such as a proxy's page, of which only the status is used. */
export function readJsonFields(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const quarterHourMs = 900_000

/** The next midnight in a time zone, with daylight saving time: when daily quotas reset. Milliseconds since 1970. */
export function nextMidnight(timeZone: string, now: number): number {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  const today = day.format(now)
  // A local day has 23 to 25 hours, and begins on a whole quarter of an hour everywhere.
  let at = Math.floor(now / quarterHourMs) * quarterHourMs
  while (day.format(at) === today) at += quarterHourMs
  return at
}

/** When monthly quotas reset, in milliseconds since 1970. */
export function nextUtcMonth(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

const minuteMs = 60_000
/** An engine may begin a period later than its calendar does, and clocks differ. */
const resetMarginMs = 2 * minuteMs
const resetSpreadMs = 8 * minuteMs
/** In the first hour of a period, a refusal may still be about the one before: the engine is asked again soon. */
const newPeriodMs = 60 * minuteMs
const newPeriodWaitMs = 12 * minuteMs

/**
 * Until when a used-up quota holds deliveries, in milliseconds since 1970: some minutes past its next reset, later for one
 * `holder` of a quota than for another, and the same for all deliveries of one.
 */
export function quotaWait(nextReset: (now: number) => number, now: number, holder: string): number {
  const spread = createHash('sha256').update(holder).digest().readUInt32BE() / 2 ** 32
  const isNew = nextReset(now - newPeriodMs) <= now
  const from = isNew ? now + newPeriodWaitMs : nextReset(now) + resetMarginMs
  return Math.round(from + spread * (isNew ? resetMarginMs : resetSpreadMs))
}
