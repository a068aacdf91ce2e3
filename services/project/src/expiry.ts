import { fault } from '@pagebell/faults/fault'

const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i

/** The time in UTC with milliseconds. Throws fault `invalid` on `expires_at` unless it is a future time in RFC 3339. */
export function checkExpiry(text: string, now: Date): string {
  const time = new Date(text)
  const isTime = rfc3339.test(text) && !Number.isNaN(time.getTime())
  if (isTime && time > now) return time.toISOString()
  const allowed = 'Use a future time in RFC 3339, such as 2031-01-31T12:00:00Z.'
  throw fault('invalid', 'expires_at must be in the future.', { errors: { expires_at: [allowed] } })
}
