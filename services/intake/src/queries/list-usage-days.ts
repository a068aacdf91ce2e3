import type { Queryable } from '@pagebell/postgres/database'

const text = `select to_char(day, 'YYYY-MM-DD') as day, coalesce(q.used, 0)::bigint as used
from generate_series(
  date_trunc('day', pagebell_now() at time zone 'UTC') - ($2::integer - 1) * interval '1 day',
  date_trunc('day', pagebell_now() at time zone 'UTC'), interval '1 day') day
left join quota_use q on q.account_id = $1 and q.period = to_char(day, 'YYYY-MM-DD')
order by day`

/** What the account used on each of the last UTC days, oldest first. */
export async function listUsageDays(
  q: Queryable,
  accountId: string,
  days: number,
): Promise<{ day: string; used: number }[]> {
  const { rows } = await q.query<{ day: string; used: number }>({
    name: 'list-usage-days',
    text,
    values: [accountId, days],
  })
  return rows
}
