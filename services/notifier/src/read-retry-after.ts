/** A day: an engine that names more is asked again all the same. */
const MOST_SECONDS = 86_400

/** Retry-After (RFC 9110, 10.2.3) in whole seconds from now, at least one; nothing if absent or malformed. */
export function readRetryAfter(header: string | undefined, now = Date.now()): { afterSeconds?: number } {
  const text = header?.trim() ?? ''
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : /^[A-Z][a-z]{2,8},? /.test(text)
      ? (Date.parse(text) - now) / 1_000
      : NaN
  return Number.isNaN(seconds) ? {} : { afterSeconds: Math.min(Math.max(Math.ceil(seconds), 1), MOST_SECONDS) }
}
