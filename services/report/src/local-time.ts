/** A time that comes again and again, by the clocks of a zone. */
export type LocalTime = {
  every: 'day' | 'week' | 'month'
  /** HH:MM */
  at: string
  /** IANA name. */
  zone: string
  /** Of a week 1 (Monday) to 7; of a month 1 to 31, where a shorter month has its last day; none of a day. */
  on: number | null
}

const minuteMs = 60_000
const dayMs = 86_400_000

/** Whether it is the name of a zone that the runtime knows. Offsets such as +01:00 are none. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{0,59}$/.test(name)) return false
  try {
    clockOf(name)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/**
 * The first time after `after`, once each day, week or month: at the next time that exists if the clock is set forward
 * over it, and at the first of two if the clock is set back over it.
 */
export function nextTime(time: LocalTime, after: Date): Date {
  const clock = clockOf(time.zone)
  const today = clock(after.getTime())
  // From two days before: where the clock is set forward by a day, the date before may not have passed.
  for (let date = today - (today % dayMs) - 2 * dayMs; ; date += dayMs) {
    if (!isDay(time, new Date(date))) continue
    const found = instantOf(date + minutesOf(time.at) * minuteMs, clock)
    if (found > after.getTime()) return new Date(found)
  }
}

/** The calendar date in a zone, such as 2026-11-27. */
export const dateIn = (zone: string, at: Date): string =>
  new Date(clockOf(zone)(at.getTime())).toISOString().slice(0, 10)

function minutesOf(at: string): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  return hours * 60 + minutes
}

/** Whether the schedule is due on a date, which is given as its midnight in UTC. */
function isDay({ every, on }: LocalTime, date: Date): boolean {
  if (every === 'day') return true
  if (every === 'week') return (date.getUTCDay() || 7) === on
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.getUTCDate() === Math.min(on ?? 1, lastDay)
}

/** What the clocks of a zone show at an instant, to the minute, as the instant at which those of UTC show the same. */
type Clock = (instant: number) => number

/** The instant at which the clock shows `local`. */
function instantOf(local: number, clock: Clock): number {
  const offsetAt = (instant: number): number => clock(instant) - instant
  // No zone has two changes within two days.
  const [before, after] = [offsetAt(local - dayMs), offsetAt(local + dayMs)]
  const shown = [local - before, local - after].filter((instant) => clock(instant) === local)
  if (shown.length > 0) return Math.min(...shown)
  // The clock is set forward over it: at the minute at which that happens.
  let [low, high] = [local - after, local - before]
  while (high - low > minuteMs) {
    const middle = low + Math.floor((high - low) / 2 / minuteMs) * minuteMs
    if (offsetAt(middle) === after) high = middle
    else low = middle
  }
  return high
}

function clockOf(zone: string): Clock {
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...parts })
  return (instant) => {
    const shown = format.formatToParts(instant)
    const value = (type: keyof typeof parts): number => Number(shown.find((part) => part.type === type)?.value)
    return Date.UTC(value('year'), value('month') - 1, value('day'), value('hour'), value('minute'))
  }
}
