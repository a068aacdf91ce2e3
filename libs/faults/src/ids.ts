import { fault } from './fault.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether PostgreSQL reads it as a UUID; letters of either case are the same id. */
export const isId = (text: unknown): text is string => typeof text === 'string' && uuid.test(text)

/** The id as PostgreSQL writes it, in lower case; undefined for what is no UUID. */
export const parseId = (text: unknown): string | undefined => (isId(text) ? text.toLowerCase() : undefined)

/** Throws fault `invalid`, naming the field, for the first of the fields that is not a UUID. */
export function requireIds(fields: Readonly<Record<string, string>>): void {
  for (const [field, value] of Object.entries(fields)) {
    if (!isId(value)) throw fault('invalid', `${field} must be a UUID.`, { errors: { [field]: ['must be a UUID'] } })
  }
}
