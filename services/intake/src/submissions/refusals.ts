import { type Fault, fault } from '@pagebell/faults/fault'
import { idempotencyKeyReused } from '@pagebell/faults/idempotency-key'
import { exhaustedPeriod, remaining, toQuotaJson } from '../quotas/quota-use.ts'
import type { CommitOutcome, SubmissionCommit } from './commit.ts'

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

export const tooManyDeliveries = (maxPending: number): Fault =>
  fault('rate_limited', `${maxPending} deliveries of the account are in progress or wait. Send this one again later.`, {
    retryAfterSeconds: 2,
    details: { limit: maxPending },
  })

type Refused = Extract<CommitOutcome, { outcome: 'used_up' | 'over' | 'waiting_full' }>

/**
 * URLs of a refused request that are no duplicates; of a request that nothing was left for, all that can be submitted.
 */
export const neededBy = (outcome: Refused, { urls }: Pick<SubmissionCommit, 'urls'>): number =>
  outcome.outcome === 'used_up' ? Math.max(1, urls.length) : outcome.needed

/** Nothing was charged. Names the period that is exhausted, and how many URLs wait already if no more may. */
export function quotaUsedUp(quota: Refused, needed: number): Fault {
  const period = exhaustedPeriod(quota, needed)
  const { limit, resets_at } = quota[period]
  const isFull = quota.outcome === 'waiting_full'
  const list = isFull ? ` ${quota.waiting} of at most ${quota.max_waiting} URLs of the project wait already.` : ''
  return fault(
    'quota_used_up',
    `The quota of this ${period} leaves ${remaining(quota[period])} URLs; ${needed} are needed.${list}`,
    {
      ...(isFull && { code: 'waiting_list_full' }),
      retryAfterSeconds: Math.max(1, Math.ceil((resets_at - quota.at) / 1_000)),
      details: {
        needed,
        remaining: remaining(quota[period]),
        limit,
        period,
        resets_at: new Date(resets_at).toISOString(),
        ...(isFull && { waiting: quota.waiting, max_waiting: quota.max_waiting }),
        quota: toQuotaJson(quota),
      },
    },
  )
}
