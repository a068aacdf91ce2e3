/** Minutes since midnight in a time zone. */
function minutesOfDay(zone: string, time: Date): number {
  const clock = new Intl.DateTimeFormat('en', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const parts = new Map(clock.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
  return (parts.get('hour') ?? Number.NaN) * 60 + (parts.get('minute') ?? Number.NaN)
}

/**
 * Whether a daily quota that was just refused holds deliveries until this time: two to ten minutes past the next midnight
 * of the zone, or, in the first hour of a day, about a quarter of an hour from now.
 */
export function isAfterReset(zone: string, time: string, now = new Date()): boolean {
  const minutes = minutesOfDay(zone, new Date(time))
  const sinceReset = minutesOfDay(zone, now)
  const isNextDay = minutes >= 2 && minutes <= 10
  const isSoon = minutes >= 12 && minutes <= 60 + 14
  // The refusal may have come a minute before this is asked.
  if (sinceReset >= 59 && sinceReset <= 61) return isNextDay || isSoon
  return sinceReset < 60 ? isSoon : isNextDay
}
