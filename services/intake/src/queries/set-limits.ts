import type { Queryable } from '@pagebell/postgres/database'

export type Limits = { urlsPerDay: number | null; urlsPerMonth: number | null; version: number }

// Waits for the account's commits under way, and counts from the next one on.
const text = `insert into account as a (account_id, urls_per_day, urls_per_month, limits_version) values ($1, $2, $3, $4)
on conflict (account_id) do update set urls_per_day = excluded.urls_per_day, urls_per_month = excluded.urls_per_month,
  limits_version = excluded.limits_version
where a.limits_version < excluded.limits_version`

/** Takes an account's limits over unless newer ones are known. */
export async function setLimits(
  q: Queryable,
  accountId: string,
  { urlsPerDay, urlsPerMonth, version }: Limits,
): Promise<void> {
  await q.query({ name: 'set-limits', text, values: [accountId, urlsPerDay, urlsPerMonth, version] })
}
