import type { Queryable } from '@pagebell/postgres/database'
import type { Quota } from '../commit-group.ts'

type Row = Record<'day_limit' | 'month_limit', number | null> &
  Record<'day_used' | 'month_used' | 'day_resets_at' | 'month_resets_at', number>

const text = `with clock as materialized (select pagebell_now() at time zone 'UTC' as utc)
select a.urls_per_day as day_limit, a.urls_per_month as month_limit,
  coalesce((select used from quota_use where account_id = $1 and period = to_char(utc, 'YYYY-MM-DD')), 0)::bigint as day_used,
  coalesce((select used from quota_use where account_id = $1 and period = to_char(utc, 'YYYY-MM')), 0)::bigint as month_used,
  (extract(epoch from (date_trunc('day', utc) + interval '1 day') at time zone 'UTC') * 1000)::bigint as day_resets_at,
  (extract(epoch from (date_trunc('month', utc) + interval '1 month') at time zone 'UTC') * 1000)::bigint as month_resets_at
from clock left join account a on a.account_id = $1`

/** What an account has used of its quotas in the current periods; one that is not known yet has no limits. */
export async function findUsage(q: Queryable, accountId: string): Promise<Quota> {
  const { rows } = await q.query<Row>({ name: 'find-usage', text, values: [accountId] })
  const [row] = rows
  if (row === undefined) throw new Error('A query over one row answered none.')
  return {
    day: { limit: row.day_limit, used: row.day_used, resets_at: row.day_resets_at },
    month: { limit: row.month_limit, used: row.month_used, resets_at: row.month_resets_at },
  }
}
