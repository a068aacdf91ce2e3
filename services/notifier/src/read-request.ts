import { fault } from '@pagebell/faults/fault'
import { isTimestamp } from '@pagebell/lists/timestamp'

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return uuidForm.test(text)
}

/** As {@link requireTime}; absent stays absent. */
export function readTime(field: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : requireTime(field, text)
}

/** Anything else than an RFC 3339 time from 1970 to 9999 is refused on its field. */
export function requireTime(field: string, text: string): string {
  if (isTimestamp(text)) return text
  throw fault('invalid', `${field} is not a time.`, {
    errors: { [field]: ['Use RFC 3339 and a year from 1970 to 9999, such as 2026-11-21T10:00:00Z.'] },
  })
}
