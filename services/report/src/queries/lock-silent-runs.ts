import type { Statement } from '@pagebell/postgres/database'

export interface SilentRun {
  account_id: string
  report_id: string
  run_id: string
  project_id: string
  project: string
  url: string
  attempt: number
  /** Whether the silence is the run's own: it had begun, or others that were released after it have. */
  has_failed: boolean
}

/**
 * Runs that have begun and given no sign of life for too long, and runs that were released and that nobody has begun,
 * locked so that another copy passes them over. A run that waits for its release is not silent, nor is one whose request
 * still waits in the outbox: nobody has been asked yet.
 */
export function lockSilentRuns(queuedSeconds: number, runningSeconds: number, limit: number): Statement {
  return {
    name: 'lock-silent-runs',
    text: `with silent as (
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
      from silent
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
  }
}
