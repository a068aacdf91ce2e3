import type { Queryable } from '@pagebell/postgres/database'

export type UsageDay = { day: string; used: number; duplicates: number }

const text = `with asked as (
  select to_char(day, 'YYYY-MM-DD') as day
  from generate_series(
    date_trunc('day', pagebell_now() at time zone 'UTC') - ($2::integer - 1) * interval '1 day',
    date_trunc('day', pagebell_now() at time zone 'UTC'), interval '1 day') day
), saved as (
  select day, sum(duplicates) as duplicates from batch
  where account_id = $1 and duplicates > 0 and day >= (select min(day) from asked)
  group by day
)
select day, coalesce(q.used, 0)::bigint as used, coalesce(saved.duplicates, 0)::bigint as duplicates
from asked
left join quota_use q on q.account_id = $1 and q.period = day
left join saved using (day)
order by day`

/** What the account used on each of the last UTC days, and what it was spared, oldest first. */
export async function listUsageDays(q: Queryable, accountId: string, days: number): Promise<UsageDay[]> {
  const { rows } = await q.query<UsageDay>({ name: 'list-usage-days', text, values: [accountId, days] })
  return rows
}
