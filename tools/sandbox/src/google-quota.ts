import type { ScriptedQuota } from './keep-script.ts'

/** The defaults of a new Cloud project. */
const perDay = 200
const perMinute = 380

export type QuotaRefusal = 'day' | 'minute'

const pacificDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles', dateStyle: 'short' })

/** Counts publish requests by Cloud project, per Pacific day and per minute. */
export function keepGoogleQuota(scriptedQuota: () => ScriptedQuota, now: () => number) {
  const used = new Map<string, number>()

  return {
    /** Takes one unit, or returns the limit that is exhausted. */
    take(project: string): QuotaRefusal | undefined {
      const day = `${project} ${pacificDay.format(now())}`
      const minute = `${project} ${Math.floor(now() / 60_000)}`
      if ((used.get(day) ?? 0) >= (scriptedQuota().day ?? perDay)) return 'day'
      if ((used.get(minute) ?? 0) >= (scriptedQuota().minute ?? perMinute)) return 'minute'
      for (const period of [day, minute]) used.set(period, (used.get(period) ?? 0) + 1)
      return undefined
    },
    clear: () => used.clear(),
  }
}
