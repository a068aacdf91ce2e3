import type { ScriptedQuota } from './keep-script.ts'

/** What the console shows for a new Cloud project. */
const perDay = 200
const perMinute = 380

export type QuotaRefusal = 'day' | 'minute'

const pacificDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles', dateStyle: 'short' })

/** Counts publishes by Cloud project: so many a Pacific day, so many a minute. */
export function keepGoogleQuota(told: () => ScriptedQuota, now: () => number) {
  const used = new Map<string, number>()

  return {
    /** Takes one unit, or says which limit stands in the way. */
    take(project: string): QuotaRefusal | undefined {
      const day = `${project} ${pacificDay.format(now())}`
      const minute = `${project} ${Math.floor(now() / 60_000)}`
      if ((used.get(day) ?? 0) >= (told().day ?? perDay)) return 'day'
      if ((used.get(minute) ?? 0) >= (told().minute ?? perMinute)) return 'minute'
      for (const period of [day, minute]) used.set(period, (used.get(period) ?? 0) + 1)
      return undefined
    },
    clear: () => used.clear(),
  }
}
