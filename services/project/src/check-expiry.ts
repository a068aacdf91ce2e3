import { fault } from '@pagebell/faults/fault'

const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i

/** The time in UTC with milliseconds. Throws fault invalid on `expires_at` for no RFC 3339 time or one that is past. */
export function checkExpiry(text: string, now: Date): string {
  const time = new Date(text)
  const isTime = rfc3339.test(text) && !Number.isNaN(time.getTime())
  if (isTime && time > now) return time.toISOString()
  const allowed = 'Use a time to come as RFC 3339 has it, such as 2031-01-31T12:00:00Z.'
  throw fault('invalid', 'It cannot expire then.', { errors: { expires_at: [allowed] } })
}
