const dateTime =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[Tt\s]+(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(?:([Zz])|([+-])(\d\d):?(\d\d))?(?:\s+UTC)?)?)?)?$/
const mailDate =
  /^(?:[a-z]{3,9}\.?,?\s+)?(\d{1,2})[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{2,4})\s+(\d{1,2}):(\d\d)(?::(\d\d))?\s*([a-z]{1,5}|[+-]\d{4})?(?:\s*\([^)]{0,40}\))?$/i
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** RFC 822 section 5.1, in hours. RFC 2822 section 4.3: any other name of a zone counts as UTC. */
const zones: Record<string, number> = { edt: -4, est: -5, cdt: -5, cst: -6, mdt: -6, mst: -7, pdt: -7, pst: -8 }
/** Before the first web page: programs write such years for "unknown" (year 1, 1970, 1980). */
const firstYear = 1990
const maxLength = 64

/**
 * A date of a sitemap or feed: the W3C profile of ISO 8601 (https://www.w3.org/TR/NOTE-datetime), also with a space for the
 * "T", a zone without colon or none (UTC), or RFC 822 as amended by RFC 2822. A day stays `YYYY-MM-DD`; a month or year is
 * its first day; a time becomes an instant `YYYY-MM-DDTHH:MM:SS.sssZ`. Null for anything else, for days that no calendar
 * has, and for years before 1990.
 */
export function readDate(written: string): string | null {
  const text = written.trim()
  if (text.length > maxLength) return null
  return readDateTime(text) ?? readMailDate(text)
}

function readDateTime(text: string): string | null {
  const match = dateTime.exec(text)
  if (match === null) return null
  const [, year, month = '01', day = '01', hour, minute, second = '0', fraction = '0', , sign, ahead, minutesAhead] =
    match
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  if (hour === undefined) return instantOf(date, 0, 0, 0)?.slice(0, 10) ?? null
  const offset = sign === undefined ? 0 : (Number(ahead) * 60 + Number(minutesAhead)) * (sign === '-' ? -1 : 1)
  return instantOf(date, Number(hour), Number(minute), Number(second), Number(`0.${fraction}`), offset)
}

function readMailDate(text: string): string | null {
  const match = mailDate.exec(text)
  if (match === null) return null
  const [, day, month = '', year = '', hour, minute, second = '0', zone = 'gmt'] = match
  const date = {
    year: fullYear(Number(year), year.length),
    month: months.indexOf(month.slice(0, 3).toLowerCase()) + 1,
    day: Number(day),
  }
  return instantOf(date, Number(hour), Number(minute), Number(second), 0, offsetOf(zone))
}

/** RFC 2822 section 4.3: two digits below 50 are of this century, three digits count from 1900. */
function fullYear(year: number, digits: number): number {
  if (digits === 4) return year
  return digits === 2 && year < 50 ? 2_000 + year : 1_900 + year
}

function offsetOf(zone: string): number {
  if (!/^[+-]/.test(zone)) return (zones[zone.toLowerCase()] ?? 0) * 60
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3))
  return zone.startsWith('-') ? -minutes : minutes
}

type CalendarDay = { year: number; month: number; day: number }

function instantOf(
  { year, month, day }: CalendarDay,
  hour: number,
  minute: number,
  second: number,
  fraction = 0,
  offsetMinutes = 0,
): string | null {
  if (year < firstYear || hour > 23 || minute > 59 || second > 60 || Math.abs(offsetMinutes) > 24 * 60) return null
  const midnight = new Date(Date.UTC(year, month - 1, day))
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return null
  const seconds = (hour * 60 + minute - offsetMinutes) * 60 + second
  const instant = new Date(midnight.getTime() + seconds * 1_000 + Math.floor(fraction * 1_000))
  return instant.getUTCFullYear() > 9_999 ? null : instant.toISOString()
}
