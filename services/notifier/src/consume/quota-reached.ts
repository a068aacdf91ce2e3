import type { Body } from '@pagebell/messages/define-message'
import type { quotaReached } from '@pagebell/messages/quota-reached'
import type { Database } from '@pagebell/postgres/database'
import { newEvent } from '../new-event.ts'
import { insertAccountEvents } from '../queries/insert-account-events.ts'

type Tools = { db: Database; sendNow: () => void }

/** Tells every endpoint of the account that wants it: a quota is the account's, not a project's. */
export function onQuotaReached({ db, sendNow }: Tools) {
  return async (
    { account_id, period, threshold, used, limit, reached_at, resets_at }: Body<typeof quotaReached>,
    { traceparent }: { traceparent?: string | undefined },
  ): Promise<void> => {
    const kind = /^\d{4}-\d\d$/.test(period) ? 'month' : 'day'
    const event = newEvent('quota.warning', `${period} ${threshold}`, reached_at, {
      period: kind,
      starts: period,
      threshold,
      used,
      limit,
      resets_at,
    })
    const { rowCount } = await db.of(account_id).query(insertAccountEvents(account_id, event, traceparent))
    if (rowCount > 0) sendNow()
  }
}
