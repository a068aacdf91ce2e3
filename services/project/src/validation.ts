import { type Fault, fault } from '@pagebell/faults/fault'
import { isId } from '@pagebell/faults/ids'

// A project or key of another account gets the same refusal as one that does not exist.
export const noProject = (): Fault => fault('not_found', 'There is no such project.')
export const noKey = (): Fault => fault('not_found', 'There is no such key.')
export const noAccount = (): Fault => fault('not_found', 'There is no such account.')

/**
 * The id in lower case, as PostgreSQL writes it: messages and seals compare ids as text. No row has an id that is not a
 * UUID: throws the refusal that an unknown id gets.
 */
export function parseId(text: string, notFound: () => Fault): string {
  if (!isId(text)) throw notFound()
  return text.toLowerCase()
}

const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i

/** The time in UTC with milliseconds. Throws fault `invalid` on `expires_at` unless it is a future time in RFC 3339. */
export function checkExpiry(text: string, now: Date): string {
  const time = new Date(text)
  const isTime = rfc3339.test(text) && !Number.isNaN(time.getTime())
  if (isTime && time > now) return time.toISOString()
  const allowed = 'Use a future time in RFC 3339, such as 2031-01-31T12:00:00Z.'
  throw fault('invalid', 'expires_at must be in the future.', { errors: { expires_at: [allowed] } })
}
