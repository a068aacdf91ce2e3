import { fault } from '@pagebell/faults/fault'

/** Refuses what PostgreSQL would not take as a uuid, naming the field. */
export function checkUuid(fields: Record<string, string>): void {
  for (const [field, value] of Object.entries(fields)) {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) {
      throw fault('invalid', `${field} must be a UUID.`, { errors: { [field]: ['must be a UUID'] } })
    }
  }
}
