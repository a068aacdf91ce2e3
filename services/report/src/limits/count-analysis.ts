import { fault } from '@pagebell/faults/fault'
import { invalidField } from '@pagebell/faults/invalid-field'
import type { Queryable } from '@pagebell/postgres/database'
import { countAccountReports, type LockedLimits, lockLimits, updateLimitsUse } from './account-limits.sql.ts'

/**
 * Counts one analysis, and with it one report if it is a new one, in the transaction that makes it. Throws fault
 * `rate_limited` or `conflict`, and counts nothing, if the account's plan does not allow it.
 */
export async function countAnalysis(q: Queryable, accountId: string, what: 'new report' | 'again'): Promise<void> {
  const limits = await lockLimits(q, accountId)
  if (limits === undefined) return
  refuseAt(limits.analyses_per_minute, limits.minute_used, { seconds: 60, left: limits.minute_left, word: 'minute' })
  refuseAt(limits.analyses_per_day, limits.day_used, { seconds: 86_400, left: limits.day_left, word: 'day' })
  const maxReportsKept = what === 'new report' ? await countReport(q, accountId, limits) : limits.max_reports_kept
  await updateLimitsUse(q, accountId, {
    minuteUsed: limits.minute_used + 1,
    dayUsed: limits.day_used + 1,
    maxReportsKept,
  })
}

/**
 * Counts the pages of a site report as analyses of the day, in the transaction that makes it. Throws fault `invalid` on
 * `max_pages` or `rate_limited`, and counts nothing, if the account's plan does not allow as many.
 */
export async function countSitePages(q: Queryable, accountId: string, pages: number): Promise<void> {
  const limits = await lockLimits(q, accountId)
  if (limits === undefined) return
  const { site_pages: maxPages, analyses_per_day: perDay, day_used: used } = limits
  if (maxPages !== null && pages > maxPages)
    throw invalidField('max_pages', `must be at most ${maxPages} on the plan of this account`)
  const day = { seconds: 86_400, left: limits.day_left, word: 'day' }
  if (perDay !== null && used + pages > perDay) refuseAt(perDay, perDay, day)
  await updateLimitsUse(q, accountId, {
    minuteUsed: limits.minute_used,
    dayUsed: used + pages,
    maxReportsKept: limits.max_reports_kept,
  })
}

function refuseAt(
  limit: number | null,
  used: number,
  { seconds, left, word }: { seconds: number; left: number; word: string },
): void {
  if (limit === null || used < limit) return
  throw fault('rate_limited', `This account can ask for ${limit} analyses a ${word}.`, {
    code: 'analysis_limit_reached',
    retryAfterSeconds: Math.max(1, left),
    details: { limit, window_seconds: seconds },
  })
}

/** An upper bound of the account's reports with the new one. They are counted only when the limit may be reached. */
async function countReport(q: Queryable, accountId: string, limits: LockedLimits): Promise<number | null> {
  const { reports: limit, max_reports_kept: known } = limits
  if (limit === null) return null
  if (known !== null && known < limit) return known + 1
  const counted = await countAccountReports(q, accountId, limit)
  if (counted < limit) return counted + 1
  const text = `This account can have ${limit} reports at a time. Delete those that are no longer used, or change the plan.`
  throw fault('conflict', text, { code: 'report_limit_reached', details: { limit } })
}
