import type { Queryable } from '@pagebell/postgres/database'
import type { RunKey } from './runs.sql.ts'

export type ReleasedRun = {
  report_id: string
  run_id: string
  account_id: string
  url: string
  /** Of the request that created the run. */
  traceparent: string | null
}

export type QueueLimits = {
  /** Runs that are released and that no analyzer has begun. */
  maxUnbegun: number
  /** Runs of one account that are released and have not ended. */
  maxPerAccount: number
}

/** Releases the next runs in rotation: see the function in `migrations/functions/release-runs.sql`. */
export async function releaseRuns(q: Queryable, { maxUnbegun, maxPerAccount }: QueueLimits): Promise<ReleasedRun[]> {
  const { rows } = await q.query<ReleasedRun>({
    name: 'release-runs',
    text: 'select account_id, report_id, run_id, url, traceparent from release_runs($1, $2)',
    values: [maxUnbegun, maxPerAccount],
  })
  return rows
}

export type StalledRun = {
  account_id: string
  report_id: string
  run_id: string
  project_id: string
  project: string
  url: string
  attempt: number
  /** Whether the run itself has failed: it had begun, or a run released after it has. */
  has_failed: boolean
}

export type StalledAfter = {
  /** Seconds since a release that no analyzer has begun. */
  queuedSeconds: number
  /** Seconds since the last heartbeat of a run that has begun. */
  runningSeconds: number
}

/**
 * Runs that have begun and whose heartbeat is overdue, and runs that were released and not begun in time; locked so
 * that another copy skips them. A run that waits for its release is not stalled, nor is one whose request is still in
 * the outbox.
 */
export async function lockStalledRuns(
  q: Queryable,
  { queuedSeconds, runningSeconds }: StalledAfter,
  limit: number,
): Promise<StalledRun[]> {
  const { rows } = await q.query<StalledRun>({
    name: 'lock-stalled-runs',
    text: `with stalled as (
        (
          select account_id, report_id, run_id from run
          where status = 'running' and last_sign_at < now() - make_interval(secs => $2::float8)
          order by last_sign_at
          limit $3
        )
        union all
        (
          select account_id, report_id, run_id from run
          where status = 'queued' and released_at < now() - make_interval(secs => $1::float8)
            and not exists (select from outbox where outbox.id = run.run_id)
          order by released_at
          limit $3
        )
      )
      select run.account_id, run.report_id, run.run_id, report.project_id, report.project, report.url, run.attempt,
        run.status = 'running' or run.released_at < newest_begun.released_at as has_failed
      from stalled
      join run using (account_id, report_id, run_id)
      join report on report.account_id = run.account_id and report.id = run.report_id
      cross join newest_begun
      where case run.status
        when 'running' then run.last_sign_at < clock_timestamp() - make_interval(secs => $2::float8)
        when 'queued' then run.released_at < clock_timestamp() - make_interval(secs => $1::float8)
      end
      limit $3
      for no key update of report, run skip locked`,
    values: [queuedSeconds, runningSeconds, limit],
  })
  return rows
}

/** Requeues a run. A run of the previous version may have no host yet. */
export async function requeueRun(
  q: Queryable,
  { accountId, reportId, runId }: RunKey,
  host: string,
  attempt: number,
): Promise<void> {
  await q.query({
    name: 'queue-run-again',
    text: `update run
      set status = 'queued', attempt = $5, last_sign_at = clock_timestamp(), released_at = null, host = coalesce(host, $4)
      where account_id = $1 and report_id = $2 and run_id = $3 and status in ('queued', 'running')`,
    values: [accountId, reportId, runId, host, attempt],
  })
}

/** Frees the host and the account slot of a deleted report's run, once an analyzer has ended it. */
export async function freeDeletedRun(q: Queryable, runId: string): Promise<void> {
  await q.query({ name: 'forget-deleted-run', text: 'delete from deleted_run where run_id = $1', values: [runId] })
}

/** Frees the slots of deleted reports' runs that no analyzer has ended within `seconds`. */
export async function freeOldDeletedRuns(q: Queryable, seconds: number): Promise<void> {
  await q.query({
    name: 'forget-old-deleted-runs',
    text: 'delete from deleted_run where deleted_at < clock_timestamp() - make_interval(secs => $1::float8)',
    values: [seconds],
  })
}

export type RunState = { state: 'waiting' | 'released' | 'running'; runs: number; oldest_seconds: number }

/**
 * Runs that have not ended, by state, counted up to `limit` each, and the seconds since the oldest was requested,
 * released and not begun, or had its last heartbeat.
 */
export async function measureRuns(q: Queryable, limit: number): Promise<RunState[]> {
  const { rows } = await q.query<RunState>({
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
    values: [limit],
  })
  return rows
}
