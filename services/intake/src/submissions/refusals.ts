import { type Fault, fault } from '@pagebell/faults/fault'
import { idempotencyKeyReused } from '@pagebell/faults/idempotency-key'
import { exhaustedPeriod, type Quota, remaining, toQuotaJson } from '../quotas/quota-use.ts'

export const reusedKey = (): Fault => idempotencyKeyReused()

export const outboxFull = (): Fault =>
  fault('unavailable', 'Too many batches wait to be queued. Try again later.', {
    retryAfterSeconds: 30,
    details: { outcome: 'none' },
  })

export const nothingToSubmit = (sample: string | undefined): Fault =>
  fault('invalid', 'None of the URLs can be submitted.', {
    code: 'no_usable_url',
    errors: { urls: [`none is usable${sample === undefined ? '' : `; the first one is ${sample}`}`] },
  })

/** `limit` is that of the account's plan; null if only the installation has one. */
export const tooManyRequests = (limit: number | null): Fault =>
  limit === null
    ? fault('rate_limited', 'Too many requests. Send more URLs in each.', { retryAfterSeconds: 10 })
    : fault('rate_limited', `The plan allows ${limit} requests a minute. Send more URLs in each.`, {
        retryAfterSeconds: 10,
        details: { limit, window_seconds: 60 },
      })

/** Nothing was charged. Names the period that is exhausted. */
export function quotaUsedUp(quota: Quota, needed: number, now: number): Fault {
  const period = exhaustedPeriod(quota, needed)
  const { limit, resets_at } = quota[period]
  return fault(
    'quota_used_up',
    `The quota of this ${period} leaves ${remaining(quota[period])} URLs; ${needed} are needed.`,
    {
      retryAfterSeconds: Math.max(1, Math.ceil((resets_at - now) / 1_000)),
      details: {
        needed,
        remaining: remaining(quota[period]),
        limit,
        period,
        resets_at: new Date(resets_at).toISOString(),
        quota: toQuotaJson(quota),
      },
    },
  )
}
