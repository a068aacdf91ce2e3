import type { Body } from '@pagebell/messages/define-message'
import type { quotaReached } from '@pagebell/messages/quota-reached'
import type { Database } from '@pagebell/postgres/database'
import { newEvent } from './event.ts'
import { insertAccountEvents } from './events.sql.ts'

type ConsumerTools = { db: Database; sendNow: () => void }

/**
 * Queues an event for every endpoint of the account that subscribes to it: quotas belong to accounts, not to projects.
 */
export const onQuotaReached =
  ({ db, sendNow }: ConsumerTools) =>
  async (
    { account_id, period, threshold, used, limit, reached_at, resets_at }: Body<typeof quotaReached>,
    { traceparent }: { traceparent?: string | undefined },
  ): Promise<void> => {
    const event = newEvent('quota.warning', `${period} ${threshold}`, reached_at, {
      period: /^\d{4}-\d\d$/.test(period) ? 'month' : 'day',
      starts: period,
      threshold,
      used,
      limit,
      resets_at,
    })
    const inserted = await insertAccountEvents(db.forAccount(account_id), account_id, event, traceparent)
    if (inserted > 0) sendNow()
  }
