import type { Body } from '@pagebell/messages/define-message'
import type { planChanged } from '@pagebell/messages/plan-changed'
import type { Database } from '@pagebell/postgres/database'
import { setLimits } from './account-limits.sql.ts'

/** Stores the limits of a plan; the version makes an older or repeated message harmless. */
export const onPlanChanged =
  (db: Database) =>
  async ({ account_id, limits, version }: Body<typeof planChanged>): Promise<void> => {
    const { reports, analyses_per_minute: analysesPerMinute, analyses_per_day: analysesPerDay } = limits
    // A project service of the version before these limits does not send them: the stored ones stay.
    if (reports === undefined || analysesPerMinute === undefined || analysesPerDay === undefined) return
    // Absent in messages of the version before site reports.
    const sitePages = limits.site_pages ?? null
    const stored = { accountId: account_id, version, reports, analysesPerMinute, analysesPerDay, sitePages }
    await setLimits(db.forAccount(account_id), stored)
  }
