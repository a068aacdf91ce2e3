// 1970 to 9999: both JavaScript and PostgreSQL write these years with four digits.
const earliest = 0
const latest = Date.UTC(10_000, 0) - 1

/** PostgreSQL refuses a time zone from 16 hours on. */
const maxOffsetHours = 15

const rfc3339 = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-](\d\d):\d\d)$/

/** Whether it is an RFC 3339 time from 1970 to 9999 that PostgreSQL reads too: `Date.parse` alone takes 31 February. */
export function isTimestamp(value: unknown): value is string {
  const [, day, offsetHours = '0'] = (typeof value === 'string' && rfc3339.exec(value)) || []
  if (day === undefined || Number(offsetHours) > maxOffsetHours) return false
  return isInRange(Date.parse(value as string)) && isDay(day)
}

/** Whether it is a time in the format of responses and cursors: UTC with milliseconds, as `toISOString` writes it. */
export function isIsoTimestamp(value: unknown): value is string {
  if (typeof value !== 'string') return false
  const time = Date.parse(value)
  return isInRange(time) && new Date(time).toISOString() === value
}

const isInRange = (time: number): boolean => time >= earliest && time <= latest

/** `Date.parse` moves a day that its month does not have into the next month. */
function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00.000Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}
