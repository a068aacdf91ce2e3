import { type Fault, fault } from '@pagebell/faults/fault'
import { invalidField } from '@pagebell/faults/invalid-field'
import type { Queryable } from '@pagebell/postgres/database'
import { countAccountReports, type LockedLimits, lockLimits, updateLimitsUse } from './account-limits.sql.ts'

type Analysis = 'new report' | 'again'

/**
 * Counts one analysis, and with it one report if it is a new one, in the transaction that makes it. Throws fault
 * `rate_limited` or `conflict`, and counts nothing, if the account's plan does not allow it.
 */
export async function countAnalysis(q: Queryable, accountId: string, what: Analysis): Promise<void> {
  const [refusal] = await countAnalyses(q, accountId, [what])
  if (refusal !== undefined) throw refusal
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
  if (perDay !== null && used + pages > perDay)
    throw tooManyAnalyses(perDay, { seconds: 86_400, left: limits.day_left, word: 'day' })
  await updateLimitsUse(q, accountId, {
    minuteUsed: limits.minute_used,
    dayUsed: used + pages,
    maxReportsKept: limits.max_reports_kept,
  })
}

/**
 * Counts the analyses of one request in their order, as many as the account's plan allows. Returns for each the fault
 * that refuses it, or undefined if it is counted. The limit of a minute decides whether a request is served, not how
 * many analyses it may ask for: they wait in the run queue, where they delay no other account (ADR 89).
 */
export async function countAnalyses(
  q: Queryable,
  accountId: string,
  analyses: readonly Analysis[],
): Promise<(Fault | undefined)[]> {
  const limits = await lockLimits(q, accountId)
  if (limits === undefined) return analyses.map(() => undefined)
  const { analyses_per_minute: perMinute, minute_used: minuteUsed, day_used: dayUsed } = limits
  if (perMinute !== null && minuteUsed >= perMinute) {
    return analyses.map(() => tooManyAnalyses(perMinute, { seconds: 60, left: limits.minute_left, word: 'minute' }))
  }

  const wanted = analyses.filter((what) => what === 'new report').length
  const kept = wanted === 0 ? limits.max_reports_kept : await countKept(q, accountId, limits, wanted)
  const left = { analyses: leftOf(limits.analyses_per_day, dayUsed), reports: leftOf(limits.reports, kept ?? 0) }
  const refusals = analyses.map((what) => take(left, what, limits))
  const isCounted = (_: Analysis, index: number): boolean => refusals[index] === undefined
  const counted = analyses.filter(isCounted)
  if (counted.length === 0) return refusals
  const made = counted.filter((what) => what === 'new report').length
  await updateLimitsUse(q, accountId, {
    minuteUsed: minuteUsed + counted.length,
    dayUsed: dayUsed + counted.length,
    maxReportsKept: kept === null ? null : kept + made,
  })
  return refusals
}

const leftOf = (limit: number | null, used: number): number =>
  limit === null ? Number.POSITIVE_INFINITY : limit - used

/** Takes one analysis from what is left. Returns the fault if there is none, or if there is no room for its report. */
function take(left: { analyses: number; reports: number }, what: Analysis, limits: LockedLimits): Fault | undefined {
  if (left.analyses <= 0) {
    return tooManyAnalyses(limits.analyses_per_day, { seconds: 86_400, left: limits.day_left, word: 'day' })
  }
  if (what === 'new report' && left.reports <= 0) return tooManyReports(limits.reports)
  left.analyses -= 1
  if (what === 'new report') left.reports -= 1
  return undefined
}

const tooManyAnalyses = (
  limit: number | null,
  { seconds, left, word }: { seconds: number; left: number; word: string },
): Fault =>
  fault('rate_limited', `This account can ask for ${limit} analyses a ${word}.`, {
    code: 'analysis_limit_reached',
    retryAfterSeconds: Math.max(1, left),
    details: { limit, window_seconds: seconds },
  })

const tooManyReports = (limit: number | null): Fault =>
  fault(
    'conflict',
    `This account can have ${limit} reports at a time. Delete those that are no longer used, or change the plan.`,
    { code: 'report_limit_reached', details: { limit } },
  )

/** An upper bound of the account's reports. They are counted only when the limit may be reached. */
async function countKept(
  q: Queryable,
  accountId: string,
  { reports: limit, max_reports_kept: known }: LockedLimits,
  wanted: number,
): Promise<number | null> {
  if (limit === null) return null
  return known !== null && known + wanted <= limit ? known : countAccountReports(q, accountId, limit)
}
