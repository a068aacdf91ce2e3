import type { Queryable } from '@pagebell/postgres/database'

/** Stores the limit of an account unless a newer one is stored. */
export async function setLimit(
  q: Queryable,
  { accountId, urlsPerDay, version }: { accountId: string; urlsPerDay: number | null; version: number },
): Promise<void> {
  await q.query({
    name: 'set-limit',
    text: `insert into account_limit as kept (account_id, urls_per_day, version) values ($1, $2, $3)
      on conflict (account_id) do update set urls_per_day = excluded.urls_per_day, version = excluded.version
      where kept.version < excluded.version`,
    values: [accountId, urlsPerDay, version],
  })
}

/**
 * Counts checks of the current UTC day, and returns how many of them are within the limit of ten times the daily URLs
 * and 1,000 more. An account that is not known yet has no limit. Until the transaction ends, no other one counts.
 */
export async function countChecks(q: Queryable, accountId: string, checks: number): Promise<number> {
  const { rows } = await q.query<{ allowed: number }>({
    name: 'count-checks',
    text: `
      insert into check_use as u (account_id, day, used)
      values ($1, (clock_timestamp() at time zone 'UTC')::date, $2)
      on conflict (account_id, day) do update set used = u.used + excluded.used
      returning coalesce((
        select greatest(0, least($2, $2 + 10 * l.urls_per_day + 1000 - u.used))
        from account_limit l where l.account_id = $1), $2)::integer as allowed`,
    values: [accountId, checks],
  })
  return rows[0]?.allowed ?? 0
}

/**
 * As `countChecks`, for looks of watches: they use half of the limit at most, and what is refused is not counted.
 */
export async function countLooks(q: Queryable, accountId: string, looks: number): Promise<number> {
  const { rows } = await q.query<{ allowed: number }>({
    name: 'count-looks',
    text: `
      with today as (
        select (clock_timestamp() at time zone 'UTC')::date as day
      ), before as materialized (
        select used from check_use where account_id = $1 and day = (select day from today) for update
      ), room as (
        select coalesce((
          select greatest(0, least($2, (10 * urls_per_day + 1000) / 2 - coalesce((select used from before), 0)))
          from account_limit where account_id = $1), $2)::integer as allowed
      ), counted as (
        insert into check_use as u (account_id, day, used) select $1, day, allowed from today, room where allowed > 0
        on conflict (account_id, day) do update set used = u.used + excluded.used
      )
      select allowed from room`,
    values: [accountId, looks],
  })
  return rows[0]?.allowed ?? 0
}

/** Deletes the counts of days that are over. */
export async function deleteOldUse(q: Queryable): Promise<void> {
  await q.query({
    name: 'delete-old-use',
    text: `delete from check_use where day < (clock_timestamp() at time zone 'UTC')::date - 1`,
    values: [],
  })
}
