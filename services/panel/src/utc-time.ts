import { fault } from '@pagebell/faults/fault'

/** What a browser's date field wrote, read as UTC, or an RFC 3339 time. Throws fault invalid on `field`. */
export function utcTime(field: string, written: string): string {
  const time = Date.parse(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(written) ? `${written}Z` : written)
  if (!Number.isNaN(time)) return new Date(time).toISOString()
  throw fault('invalid', `"${field}" is not a time.`, { errors: { [field]: ['is not a time'] } })
}
