/** What a plan allows; null means unlimited. */
export type PlanLimits = {
  /** Accepted URLs a UTC day. */
  urlsPerDay: number | null
  /** Accepted URLs a UTC month. */
  urlsPerMonth: number | null
  /** API calls a minute, by all keys of the account together. */
  callsPerMinute: number | null
  /** Projects at a time. */
  projects: number | null
  /** Reports at a time. */
  reports: number | null
  /** Analyses asked for in a minute: new reports, and reports analyzed again. */
  analysesPerMinute: number | null
  /** The same in a UTC day. */
  analysesPerDay: number | null
  /** Requests a minute at the webhooks of the account. */
  hookRequestsPerMinute: number | null
}

/**
 * The plans, changed here and nowhere else. At its next start the service tells everyone whom a change concerns. An
 * account that has more than a new limit allows keeps what it has.
 */
export const plans = {
  free: {
    urlsPerDay: 100,
    urlsPerMonth: 1_000,
    callsPerMinute: 60,
    hookRequestsPerMinute: 6_000,
    projects: 50,
    reports: 5_000,
    analysesPerMinute: 30,
    analysesPerDay: 1_000,
  },
  pro: {
    urlsPerDay: 10_000,
    urlsPerMonth: 200_000,
    callsPerMinute: 600,
    hookRequestsPerMinute: 60_000,
    projects: 1_000,
    reports: 200_000,
    analysesPerMinute: 300,
    analysesPerDay: 20_000,
  },
  unlimited: {
    urlsPerDay: null,
    urlsPerMonth: null,
    callsPerMinute: null,
    hookRequestsPerMinute: null,
    projects: null,
    reports: null,
    analysesPerMinute: null,
    analysesPerDay: null,
  },
} satisfies Record<string, PlanLimits>

export type PlanName = keyof typeof plans

export const planNames = Object.keys(plans) as PlanName[]

/** API keys of an account that are neither revoked nor expired, on every plan. */
export const maxLiveKeys = 20
