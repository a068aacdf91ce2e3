import { fault } from '@pagebell/faults/fault'

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const timeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

export function isUuid(text: string): boolean {
  return uuidForm.test(text)
}

/** Whether it is an RFC 3339 time. */
export function isTime(value: unknown): value is string {
  return typeof value === 'string' && timeForm.test(value) && !Number.isNaN(Date.parse(value))
}

/** As {@link requireTime}; absent stays absent. */
export function readTime(field: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : requireTime(field, text)
}

/** Anything else than an RFC 3339 time is refused on its field. */
export function requireTime(field: string, text: string): string {
  if (isTime(text)) return text
  throw fault('invalid', `${field} is not a time.`, {
    errors: { [field]: ['Use RFC 3339, such as 2026-11-21T10:00:00Z.'] },
  })
}
