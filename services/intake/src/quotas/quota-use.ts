import { fault } from '@pagebell/faults/fault'

export type AccountLimits = {
  urlsPerDay: number | null
  urlsPerMonth: number | null
  requestsPerMinute: number | null
  version: number
}

type LimitsMessage = {
  urls_per_day?: number | null
  urls_per_month?: number | null
  hook_requests_per_minute?: number | null
  version: number
}

/** The limits of a request or message; absent numbers mean unlimited. Throws fault `malformed` without limits. */
export function toAccountLimits(limits: LimitsMessage | null | undefined): AccountLimits {
  if (!limits) throw fault('malformed', 'limits are required.')
  return {
    urlsPerDay: limits.urls_per_day ?? null,
    urlsPerMonth: limits.urls_per_month ?? null,
    requestsPerMinute: limits.hook_requests_per_minute ?? null,
    version: limits.version,
  }
}

/**
 * Use of one period. Times are milliseconds since 1970 by the database's clock; a limit of null is none. `given_back`
 * is what `used` no longer counts, where that is known.
 */
export type PeriodUse = { limit: number | null; used: number; resets_at: number; given_back?: number }
export type Quota = { day: PeriodUse; month: PeriodUse }

/** How many URLs wait for a quota, each counted once for each channel, and since when the first of them does. */
export type Waiting = { urls: number; oldest_at: string | null }

export const toWaitingReply = ({ urls, oldest_at }: Waiting) => ({ urls, ...(oldest_at !== null && { oldest_at }) })

/** URLs that are left; Infinity without a limit. */
export const remaining = ({ limit, used }: PeriodUse): number => (limit === null ? Infinity : Math.max(0, limit - used))

const toPeriodJson = (use: PeriodUse) => ({
  limit: use.limit,
  used: use.used,
  remaining: use.limit === null ? null : remaining(use),
  resets_at: new Date(use.resets_at).toISOString(),
})

/** The quota as answers show it; null stands for unlimited. */
export const toQuotaJson = ({ day, month }: Quota) => ({ day: toPeriodJson(day), month: toPeriodJson(month) })

/** The period that has to end before so many URLs may fit: a used-up month outlasts a day. */
export const exhaustedPeriod = (quota: Quota, needed: number): 'day' | 'month' =>
  remaining(quota.month) < needed ? 'month' : 'day'

/** The RateLimit header fields (draft-ietf-httpapi-ratelimit-headers-10): URLs left, seconds to the reset. */
export function rateLimitHeaders(quota: Quota, now: number): Record<string, string> {
  const limited = (['day', 'month'] as const).filter((period) => quota[period].limit !== null)
  if (limited.length === 0) return {}
  const length = { day: 86_400, month: 2_592_000 }
  const seconds = (period: 'day' | 'month'): number => Math.max(0, Math.ceil((quota[period].resets_at - now) / 1_000))
  return {
    ratelimit: limited.map((period) => `"${period}";r=${remaining(quota[period])};t=${seconds(period)}`).join(', '),
    'ratelimit-policy': limited.map((period) => `"${period}";q=${quota[period].limit};w=${length[period]}`).join(', '),
  }
}
