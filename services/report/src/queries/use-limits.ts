import type { Statement } from '@pagebell/postgres/database'

type Used = { minuteUsed: number; dayUsed: number; maxReportsKept: number | null }

/** What an account has used by now in the minute and the UTC day of this moment. */
export function useLimits(accountId: string, { minuteUsed, dayUsed, maxReportsKept }: Used): Statement {
  return {
    name: 'use-limits',
    text: `update account_limits
      set minute = date_trunc('minute', statement_timestamp()), minute_used = $2,
        day = (statement_timestamp() at time zone 'UTC')::date, day_used = $3, max_reports_kept = $4
      where account_id = $1`,
    values: [accountId, minuteUsed, dayUsed, maxReportsKept],
  }
}
