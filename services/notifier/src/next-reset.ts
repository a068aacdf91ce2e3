/** When the quotas of engines begin anew. Everything in milliseconds since 1970. */

const hour = 3_600_000

/** The next midnight in a time zone, daylight saving time and all. */
export function nextMidnight(timeZone: string, now: number): number {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  const today = day.format(now)
  // A local day has 23 to 25 hours, and begins on a whole quarter of an hour everywhere.
  let at = Math.floor(now / (hour / 4)) * (hour / 4)
  while (day.format(at) === today) at += hour / 4
  return at
}

export function nextUtcMonth(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}
