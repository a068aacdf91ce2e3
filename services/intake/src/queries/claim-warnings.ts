import type { Queryable } from '@pagebell/postgres/database'

export type Warning = {
  account_id: string
  period: string
  threshold: 80 | 100
  used: number
  limit: number
  reached_at: string
  resets_at: string
}

const text = `select account_id, period, threshold, used, quota as "limit", reached_at,
  case when length(period) = 10 then period::date + interval '1 day' else (period || '-01')::date + interval '1 month' end
    at time zone 'UTC' as resets_at
from quota_warning where told_at is null order by reached_at limit $1 for update skip locked`

/** Thresholds that nobody has been told of, and that no other copy is telling. */
export async function claimWarnings(q: Queryable, atMost: number): Promise<Warning[]> {
  const { rows } = await q.query<Warning>({ name: 'claim-warnings', text, values: [atMost] })
  return rows
}
