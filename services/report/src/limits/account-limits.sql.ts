import type { Queryable } from '@pagebell/postgres/database'

export type AccountLimits = {
  accountId: string
  version: number
  reports: number | null
  analysesPerMinute: number | null
  analysesPerDay: number | null
  /** Pages of a site report. */
  sitePages: number | null
}

/** Stores an account's limits unless newer ones are stored. What was used stays counted. */
export async function setLimits(q: Queryable, limits: AccountLimits): Promise<void> {
  await q.query({
    name: 'keep-limits',
    text: `insert into account_limits as kept (account_id, version, reports, analyses_per_minute, analyses_per_day, site_pages)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (account_id) do update set version = excluded.version, reports = excluded.reports,
        analyses_per_minute = excluded.analyses_per_minute, analyses_per_day = excluded.analyses_per_day,
        site_pages = excluded.site_pages
      where kept.version < excluded.version`,
    values: [
      limits.accountId,
      limits.version,
      limits.reports,
      limits.analysesPerMinute,
      limits.analysesPerDay,
      limits.sitePages,
    ],
  })
}

export type LockedLimits = {
  reports: number | null
  analyses_per_minute: number | null
  analyses_per_day: number | null
  site_pages: number | null
  minute_used: number
  day_used: number
  /** Whole seconds until the next minute and the next UTC day begin. */
  minute_left: number
  day_left: number
  /** Null before the first count. */
  max_reports_kept: number | null
}

/**
 * An account's limits and what it has used of them; undefined without a limit. Until the transaction ends, no other one
 * counts for the account.
 */
export async function lockLimits(q: Queryable, accountId: string): Promise<LockedLimits | undefined> {
  const { rows } = await q.query<LockedLimits>({
    name: 'lock-limits',
    text: `select reports, analyses_per_minute, analyses_per_day, site_pages, max_reports_kept,
        case when minute = date_trunc('minute', statement_timestamp()) then minute_used else 0 end as minute_used,
        case when day = (statement_timestamp() at time zone 'UTC')::date then day_used else 0 end as day_used,
        ceil(extract(epoch from date_trunc('minute', statement_timestamp()) + interval '1 minute'
          - statement_timestamp()))::int as minute_left,
        ceil(extract(epoch from date_trunc('day', statement_timestamp() at time zone 'UTC') + interval '1 day'
          - (statement_timestamp() at time zone 'UTC')))::int as day_left
      from account_limits
      where account_id = $1
        and num_nonnulls(reports, analyses_per_minute, analyses_per_day, site_pages) > 0
      for update`,
    values: [accountId],
  })
  return rows[0]
}

export type LimitsUse = { minuteUsed: number; dayUsed: number; maxReportsKept: number | null }

/** Stores what an account has used in the current minute and UTC day. */
export async function updateLimitsUse(q: Queryable, accountId: string, use: LimitsUse): Promise<void> {
  await q.query({
    name: 'use-limits',
    text: `update account_limits
      set minute = date_trunc('minute', statement_timestamp()), minute_used = $2,
        day = (statement_timestamp() at time zone 'UTC')::date, day_used = $3, max_reports_kept = $4
      where account_id = $1`,
    values: [accountId, use.minuteUsed, use.dayUsed, use.maxReportsKept],
  })
}

/** How many reports an account has, counted no further than `limit`. */
export async function countAccountReports(q: Queryable, accountId: string, limit: number): Promise<number> {
  const { rows } = await q.query<{ counted: number }>({
    name: 'count-reports',
    text: 'select count(*) as counted from (select from report where account_id = $1 limit $2) found',
    values: [accountId, limit],
  })
  return rows[0]?.counted ?? 0
}
