import type { Statement } from '@pagebell/postgres/database'

export type AccountLimits = {
  accountId: string
  version: number
  reports: number | null
  analysesPerMinute: number | null
  analysesPerDay: number | null
}

/** An older version than the one kept changes nothing. What was used stays counted. */
export function keepLimits(limits: AccountLimits): Statement {
  return {
    name: 'keep-limits',
    text: `insert into account_limits as kept (account_id, version, reports, analyses_per_minute, analyses_per_day)
      values ($1, $2, $3, $4, $5)
      on conflict (account_id) do update set version = excluded.version, reports = excluded.reports,
        analyses_per_minute = excluded.analyses_per_minute, analyses_per_day = excluded.analyses_per_day
      where kept.version < excluded.version`,
    values: [limits.accountId, limits.version, limits.reports, limits.analysesPerMinute, limits.analysesPerDay],
  }
}
