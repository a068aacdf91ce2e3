/** What a plan allows; null means unlimited. */
export type PlanLimits = {
  /** Accepted URLs a UTC day. */
  urlsPerDay: number | null
  /** Accepted URLs a UTC month. */
  urlsPerMonth: number | null
  /** API calls a minute and key. */
  callsPerMinute: number | null
}

/** The plans, changed here and nowhere else. At its next start the service tells everyone whom a change concerns. */
export const plans = {
  free: { urlsPerDay: 100, urlsPerMonth: 1_000, callsPerMinute: 60 },
  pro: { urlsPerDay: 10_000, urlsPerMonth: 200_000, callsPerMinute: 600 },
  unlimited: { urlsPerDay: null, urlsPerMonth: null, callsPerMinute: null },
} satisfies Record<string, PlanLimits>

export type PlanName = keyof typeof plans

export const planNames = Object.keys(plans) as PlanName[]
