import type { Body } from '@pagebell/messages/define-message'
import type { planChanged } from '@pagebell/messages/plan-changed'
import type { Database } from '@pagebell/postgres/database'
import { keepLimits } from '../queries/keep-limits.ts'

/** Takes the new limits over; the version makes an older or a repeated message harmless. */
export function onPlanChanged({ db }: { db: Database }) {
  return async ({ account_id, limits, version }: Body<typeof planChanged>): Promise<void> => {
    const { reports, analyses_per_minute: analysesPerMinute, analyses_per_day: analysesPerDay } = limits
    // A project service of before these limits says nothing of them: what is known stays.
    if (reports === undefined || analysesPerMinute === undefined || analysesPerDay === undefined) return
    await db
      .of(account_id)
      .query(keepLimits({ accountId: account_id, version, reports, analysesPerMinute, analysesPerDay }))
  }
}
