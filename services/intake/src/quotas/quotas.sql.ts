import type { Queryable } from '@pagebell/postgres/database'
import type { AccountLimits, Quota, Waiting } from './quota-use.ts'

/** Stores an account's limits unless newer ones are stored, and has what waits for its quota looked at. */
export async function setLimits(
  q: Queryable,
  accountId: string,
  { urlsPerDay, urlsPerMonth, requestsPerMinute, version }: AccountLimits,
): Promise<void> {
  await q.query({
    name: 'set-limits',
    // Waits for the account's commits under way, and counts from the next one on.
    text: `
      insert into account as a (account_id, urls_per_day, urls_per_month, limits_version, requests_per_minute) values ($1, $2, $3, $4, $5)
      on conflict (account_id) do update set urls_per_day = excluded.urls_per_day, urls_per_month = excluded.urls_per_month,
        limits_version = excluded.limits_version, requests_per_minute = excluded.requests_per_minute
      where a.limits_version < excluded.limits_version`,
    values: [accountId, urlsPerDay, urlsPerMonth, version, requestsPerMinute],
  })
  await wakeWaiting(q, accountId)
}

/** Has the waiting lists of an account looked at now, since the quota may have room for some of it. */
export async function wakeWaiting(q: Queryable, accountId: string): Promise<void> {
  await q.query({
    name: 'wake-waiting',
    // Locks the account first, as every commit does.
    text: `
      update waiting_list w set due_at = least(due_at, pagebell_now())
      from (select account_id from account where account_id = $1 for no key update) a where w.account_id = a.account_id`,
    values: [accountId],
  })
}

type SkippedUrls = { accountId: string; batchId: string; channel: string; urls: string[] }

/** Gives the charge of URLs of a batch back, each once; returns how many. */
export async function giveBack(q: Queryable, { accountId, batchId, channel, urls }: SkippedUrls): Promise<number> {
  const { rows } = await q.query<{ given: number }>({
    name: 'give-back',
    text: 'select give_back($1, $2, $3, $4::text[]) as given',
    values: [accountId, batchId, channel, urls],
  })
  return rows[0]?.given ?? 0
}

type UsageRow = Record<'day_limit' | 'month_limit', number | null> &
  Record<'day_used' | 'month_used' | 'day_given' | 'month_given' | 'day_resets_at' | 'month_resets_at', number>

/** What an account has used of its quotas in the current periods; one that is not known yet has no limits. */
export async function findUsage(q: Queryable, accountId: string): Promise<Quota> {
  const { rows } = await q.query<UsageRow>({
    name: 'find-usage',
    text: `
      with clock as materialized (select pagebell_now() at time zone 'UTC' as utc)
      select a.urls_per_day as day_limit, a.urls_per_month as month_limit,
        coalesce(d.used, 0)::bigint as day_used, coalesce(d.given_back, 0)::bigint as day_given,
        coalesce(m.used, 0)::bigint as month_used, coalesce(m.given_back, 0)::bigint as month_given,
        (extract(epoch from (date_trunc('day', utc) + interval '1 day') at time zone 'UTC') * 1000)::bigint as day_resets_at,
        (extract(epoch from (date_trunc('month', utc) + interval '1 month') at time zone 'UTC') * 1000)::bigint as month_resets_at
      from clock left join account a on a.account_id = $1
      left join quota_use d on d.account_id = $1 and d.period = to_char(utc, 'YYYY-MM-DD')
      left join quota_use m on m.account_id = $1 and m.period = to_char(utc, 'YYYY-MM')`,
    values: [accountId],
  })
  const [row] = rows
  if (row === undefined) throw new Error('A query over one row answered none.')
  return {
    day: { limit: row.day_limit, used: row.day_used, given_back: row.day_given, resets_at: row.day_resets_at },
    month: {
      limit: row.month_limit,
      used: row.month_used,
      given_back: row.month_given,
      resets_at: row.month_resets_at,
    },
  }
}

/** What waits for the quota of an account, of all its projects. */
export async function findWaiting(q: Queryable, accountId: string): Promise<Waiting> {
  const { rows } = await q.query<Waiting>({
    name: 'find-waiting',
    text: `
      select coalesce(sum(w.urls), 0)::bigint as urls, min(oldest.waiting_since) as oldest_at
      from waiting_list w, lateral (
        select min(u.waiting_since) as waiting_since from waiting_url u
        where u.account_id = w.account_id and u.project_id = w.project_id
      ) oldest
      where w.account_id = $1`,
    values: [accountId],
  })
  return rows[0] ?? { urls: 0, oldest_at: null }
}

export type UsageDay = { day: string; used: number; duplicates: number }

/** What the account used on each of the last UTC days, and its duplicates, which cost nothing; oldest first. */
export async function findUsageDays(q: Queryable, accountId: string, days: number): Promise<UsageDay[]> {
  const { rows } = await q.query<UsageDay>({
    name: 'find-usage-days',
    text: `
      with asked as (
        select to_char(day, 'YYYY-MM-DD') as day
        from generate_series(
          date_trunc('day', pagebell_now() at time zone 'UTC') - ($2::integer - 1) * interval '1 day',
          date_trunc('day', pagebell_now() at time zone 'UTC'), interval '1 day') day
      ), saved as (
        select day, sum(duplicates) as duplicates
        from (
          select day, duplicates from batch
          where account_id = $1 and duplicates > 0 and day >= (select min(day) from asked)
          union all
          select day, duplicates from duplicate_batch where account_id = $1 and day >= (select min(day) from asked)
        ) each_batch
        group by day
      )
      select day, coalesce(q.used, 0)::bigint as used, coalesce(saved.duplicates, 0)::bigint as duplicates
      from asked
      left join quota_use q on q.account_id = $1 and q.period = day
      left join saved using (day)
      order by day`,
    values: [accountId, days],
  })
  return rows
}

export type QuotaWarning = {
  account_id: string
  period: string
  threshold: 80 | 100
  used: number
  limit: number
  reached_at: string
  resets_at: string
}

/** Thresholds that have not been published yet, and that no other copy is publishing. */
export async function claimWarnings(q: Queryable, limit: number): Promise<QuotaWarning[]> {
  const { rows } = await q.query<QuotaWarning>({
    name: 'claim-warnings',
    text: `
      select account_id, period, threshold, used, quota as "limit", reached_at,
        case when length(period) = 10 then period::date + interval '1 day' else (period || '-01')::date + interval '1 month' end
          at time zone 'UTC' as resets_at
      from quota_warning where told_at is null order by reached_at limit $1 for update skip locked`,
    values: [limit],
  })
  return rows
}

/** The rows stay, so that a threshold is not published again. */
export async function markPublished(q: Queryable, warnings: QuotaWarning[]): Promise<void> {
  const values = [
    warnings.map(({ account_id }) => account_id),
    warnings.map(({ period }) => period),
    warnings.map(({ threshold }) => threshold),
  ]
  await q.query({
    name: 'mark-warnings-published',
    text: `
      update quota_warning w set told_at = clock_timestamp()
      from unnest($1::uuid[], $2::text[], $3::smallint[]) told (account_id, period, threshold)
      where w.account_id = told.account_id and w.period = told.period and w.threshold = told.threshold`,
    values,
  })
}
