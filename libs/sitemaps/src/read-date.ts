const dateTime = /^([\d-]{4,10})(?:[Tt ]([\d:.,]{4,18}) ?([a-z\d:+ -]{0,12}))?$/i
const mailDate =
  /^(?:[a-z]{3,9}\.?,? )?(\d{1,2})[ -]([a-z]{3,9})\.?,?[ -](\d{2,4}) ([\d:]{4,8}) ?([a-z\d+-]{0,5})(?: ?\(.{0,40}\))?$/i
const calendarDay = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/
const clockTime = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?$/
const numericZone = /^([+-])(\d\d):?(\d\d)(?: utc)?$/i
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** RFC 822 section 5.1, in hours. RFC 2822 section 4.3: any other name of a zone counts as UTC. */
const zones: Record<string, number> = { edt: -4, est: -5, cdt: -5, cst: -6, mdt: -6, mst: -7, pdt: -7, pst: -8 }
/** Before the first web page: programs write such years for "unknown" (year 1, 1970, 1980). */
const firstYear = 1990
const maxLength = 64

/**
 * A date of a sitemap or feed: the W3C profile of ISO 8601 (https://www.w3.org/TR/NOTE-datetime), also with a space for
 * the "T", a zone without colon or none (UTC), or RFC 822 as amended by RFC 2822. A day stays `YYYY-MM-DD`; a month or
 * year is its first day; a time becomes an instant `YYYY-MM-DDTHH:MM:SS.sssZ`. Null for anything else, for days that no
 * calendar has, and for years before 1990.
 */
export function readDate(written: string): string | null {
  const text = written.trim().replace(/\s+/g, ' ')
  if (text.length > maxLength) return null
  return readDateTime(text) ?? readMailDate(text)
}

function readDateTime(text: string): string | null {
  const [, dayText = '', timeText, zone = ''] = dateTime.exec(text) ?? []
  const [, year, month = '01', day = '01'] = calendarDay.exec(dayText) ?? []
  if (year === undefined) return null
  const midnight = midnightOf(Number(year), Number(month), Number(day))
  if (midnight === null || timeText === undefined) return midnight?.toISOString().slice(0, 10) ?? null
  return instantOf(midnight, timeText, zone)
}

function readMailDate(text: string): string | null {
  const [, day, monthName = '', yearText = '', timeText = '', zone = ''] = mailDate.exec(text) ?? []
  if (day === undefined) return null
  const month = months.indexOf(monthName.slice(0, 3).toLowerCase()) + 1
  const midnight = midnightOf(fullYear(yearText), month, Number(day))
  return midnight === null ? null : instantOf(midnight, timeText, zone)
}

/** RFC 2822 section 4.3: two digits below 50 are of this century, three digits count from 1900. */
function fullYear(text: string): number {
  if (text.length === 4) return Number(text)
  return text.length === 2 && Number(text) < 50 ? 2_000 + Number(text) : 1_900 + Number(text)
}

function midnightOf(year: number, month: number, day: number): Date | null {
  const midnight = new Date(Date.UTC(year, month - 1, day))
  const isOnCalendar = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day
  return year >= firstYear && isOnCalendar ? midnight : null
}

function instantOf(midnight: Date, timeText: string, zone: string): string | null {
  const [, hour, minute, second = '0', fraction = '0'] = clockTime.exec(timeText) ?? []
  const offsetMinutes = offsetOf(zone)
  // A leap second is the second after it.
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null
  if (offsetMinutes === null || Math.abs(offsetMinutes) > 24 * 60) return null
  const seconds = (Number(hour) * 60 + Number(minute) - offsetMinutes) * 60 + Number(second)
  const instant = new Date(midnight.getTime() + seconds * 1_000 + Math.floor(Number(`0.${fraction}`) * 1_000))
  return instant.getUTCFullYear() > 9_999 ? null : instant.toISOString()
}

/** In minutes ahead of UTC; null for what is no zone. */
function offsetOf(zone: string): number | null {
  const [, sign, hours, minutes] = numericZone.exec(zone) ?? []
  if (sign !== undefined) return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  return /^[a-z]*$/i.test(zone) ? (zones[zone.toLowerCase()] ?? 0) * 60 : null
}
