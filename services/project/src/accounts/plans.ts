import { fault } from '@pagebell/faults/fault'

/** What a plan allows; null means unlimited. */
export type PlanLimits = {
  /** Accepted URLs per UTC day. */
  urlsPerDay: number | null
  /** Accepted URLs per UTC month. */
  urlsPerMonth: number | null
  /** API calls per minute, by all keys of the account together. */
  callsPerMinute: number | null
  /** Projects at a time. */
  projects: number | null
  /** Reports at a time. */
  reports: number | null
  /** Analyses requested per minute: new reports, and reports analyzed again. */
  analysesPerMinute: number | null
  /** The same per UTC day. */
  analysesPerDay: number | null
  /** Pages of a site report. */
  sitePages: number | null
  /** Requests per minute at the webhooks of the account. */
  hookRequestsPerMinute: number | null
}

/**
 * The plans, changed here and nowhere else. At its next start the service announces changed limits. An account that has
 * more than a new limit allows keeps what it has.
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
    sitePages: 200,
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
    sitePages: 10_000,
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
    sitePages: null,
  },
} satisfies Record<string, PlanLimits>

export type PlanName = keyof typeof plans

export const planNames = Object.keys(plans) as PlanName[]

/** API keys of an account that are neither revoked nor expired, on every plan. */
export const maxLiveKeys = 20

/** Throws fault `invalid` on `plan`, naming the plans. */
export function checkPlan(plan: string): PlanName {
  const known = planNames.find((name) => name === plan)
  if (known !== undefined) return known
  throw fault('invalid', 'There is no such plan.', { errors: { plan: [`Use one of ${planNames.join(', ')}.`] } })
}

/** The limits of an account's plan. Throws an error for a plan that was removed while accounts were on it. */
export function limitsOf(plan: string): PlanLimits {
  const known = planNames.find((name) => name === plan)
  if (known !== undefined) return plans[known]
  throw new Error(`An account is on the plan ${JSON.stringify(plan)}, which plans.ts does not have.`)
}

/** The limits as gRPC replies have them: what is unlimited is absent. */
export function limitsReply(plan: string) {
  const { projects, reports, analysesPerMinute, analysesPerDay, sitePages } = limitsOf(plan)
  return {
    ...callerLimits(plan),
    api_keys: maxLiveKeys,
    ...(projects !== null && { projects }),
    ...(reports !== null && { reports }),
    ...(analysesPerMinute !== null && { analyses_per_minute: analysesPerMinute }),
    ...(analysesPerDay !== null && { analyses_per_day: analysesPerDay }),
    ...(sitePages !== null && { site_pages: sitePages }),
  }
}

/** The limits that gateways and intake enforce. */
export function callerLimits(plan: string) {
  const { urlsPerDay, urlsPerMonth, callsPerMinute, hookRequestsPerMinute } = limitsOf(plan)
  return {
    ...(urlsPerDay !== null && { urls_per_day: urlsPerDay }),
    ...(urlsPerMonth !== null && { urls_per_month: urlsPerMonth }),
    ...(callsPerMinute !== null && { calls_per_minute: callsPerMinute }),
    ...(hookRequestsPerMinute !== null && { hook_requests_per_minute: hookRequestsPerMinute }),
  }
}
