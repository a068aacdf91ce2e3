import type { Statement } from '@pagebell/postgres/database'

export interface RunState {
  state: 'waiting' | 'released' | 'running'
  runs: number
  oldest_seconds: number
}

/**
 * Runs that have not ended, by state, counted up to `countTo` each: how many, and for how long the oldest has been
 * waiting since it was asked for, released and not begun, or without a sign of life.
 */
export const measureRuns = (countTo: number): Statement => ({
  name: 'measure-runs',
  text: `select state, count(since)::integer as runs,
      coalesce(extract(epoch from clock_timestamp() - min(since)), 0)::float8 as oldest_seconds
    from (values ('waiting'), ('released'), ('running')) as states (state)
    left join (
      (select 'waiting' as state, requested_at as since from run
        where status = 'queued' and released_at is null limit $1)
      union all
      (select 'released', released_at from run where status = 'queued' and released_at is not null limit $1)
      union all
      (select 'running', last_sign_at from run where status = 'running' limit $1)
    ) as found using (state)
    group by state`,
  values: [countTo],
})
