import type { Statement } from '@pagebell/postgres/database'

export type LockedLimits = {
  reports: number | null
  analyses_per_minute: number | null
  analyses_per_day: number | null
  minute_used: number
  day_used: number
  /** Whole seconds until the next minute and the next UTC day begin. */
  minute_left: number
  day_left: number
  /** Null before the first count. */
  max_reports_kept: number | null
}

/**
 * An account's limits and what it has used of them; no row without a limit. Until the transaction ends, nobody else counts
 * for the account.
 */
export function lockLimits(accountId: string): Statement {
  return {
    name: 'lock-limits',
    text: `select reports, analyses_per_minute, analyses_per_day, max_reports_kept,
        case when minute = date_trunc('minute', statement_timestamp()) then minute_used else 0 end as minute_used,
        case when day = (statement_timestamp() at time zone 'UTC')::date then day_used else 0 end as day_used,
        ceil(extract(epoch from date_trunc('minute', statement_timestamp()) + interval '1 minute'
          - statement_timestamp()))::int as minute_left,
        ceil(extract(epoch from date_trunc('day', statement_timestamp() at time zone 'UTC') + interval '1 day'
          - (statement_timestamp() at time zone 'UTC')))::int as day_left
      from account_limits
      where account_id = $1 and (reports is not null or analyses_per_minute is not null or analyses_per_day is not null)
      for update`,
    values: [accountId],
  }
}
