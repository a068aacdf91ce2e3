import type { PeriodUse, Quota } from './commit-group.ts'

/** URLs that are left; Infinity without a limit. */
export const remaining = ({ limit, used }: PeriodUse): number => (limit === null ? Infinity : Math.max(0, limit - used))

const writePeriod = (use: PeriodUse) => ({
  limit: use.limit,
  used: use.used,
  remaining: use.limit === null ? null : remaining(use),
  resets_at: new Date(use.resets_at).toISOString(),
})

/** The quota as answers show it; null stands for unlimited. */
export const writeQuota = ({ day, month }: Quota) => ({ day: writePeriod(day), month: writePeriod(month) })

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
