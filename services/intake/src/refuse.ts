import { type Fault, fault } from '@pagebell/faults/fault'
import type { Quota } from './commit-group.ts'
import { remaining, writeQuota } from './write-quota.ts'

/** One and the same answer for a token that never was, is disabled, revoked or past its grace. */
export const unknownToken = (): Fault => fault('not_found', 'There is no such webhook.', { code: 'unknown_webhook' })

export const unknownBatch = (): Fault => fault('not_found', 'There is no such batch.')

export const reusedKey = (): Fault =>
  fault('invalid', 'This Idempotency-Key was used with another request within 24 hours.', {
    code: 'idempotency_key_reused',
  })

export const nothingToSubmit = (sample: string | undefined): Fault =>
  fault('invalid', 'None of the URLs can be submitted.', {
    code: 'no_usable_url',
    errors: { urls: [`none is usable${sample === undefined ? '' : `; the first one is ${sample}`}`] },
  })

export const tooManyRequests = (): Fault =>
  fault('rate_limited', 'Too many requests with this token. Send more URLs a request.', { retryAfterSeconds: 10 })

/** `outcome` says whether the request may count all the same: `unknown` once its commit was under way. */
export const databaseIsLate = (outcome: 'none' | 'unknown'): Fault =>
  fault('unavailable', 'The database does not answer.', { retryAfterSeconds: 2, details: { outcome } })

/** The period that has to end before so many URLs may fit: a used-up month outlasts a day. */
export const periodInTheWay = (quota: Quota, needed: number): 'day' | 'month' =>
  remaining(quota.month) < needed ? 'month' : 'day'

/** Nothing was charged. Names the period that is in the way. */
export function quotaUsedUp(quota: Quota, needed: number, now: number): Fault {
  const period = periodInTheWay(quota, needed)
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
        quota: writeQuota(quota),
      },
    },
  )
}
