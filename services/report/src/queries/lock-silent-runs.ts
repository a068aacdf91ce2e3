import type { Statement } from '@pagebell/postgres/database'

export interface SilentRun {
  account_id: string
  report_id: string
  run_id: string
  project_id: string
  project: string
  url: string
  attempt: number
}

/**
 * Runs that have given no sign of life for too long, locked so that another copy passes them over. A run whose request
 * still waits in the outbox is not silent: nobody has been asked yet.
 */
export function lockSilentRuns(queuedSeconds: number, runningSeconds: number, limit: number): Statement {
  return {
    name: 'lock-silent-runs',
    text: `select run.account_id, run.report_id, run.run_id, report.project_id, report.project, report.url,
        run.attempt
      from run
      join report on report.account_id = run.account_id and report.id = run.report_id
      where run.status in ('queued', 'running')
        and run.last_sign_at < now() - make_interval(secs => least($1::float8, $2::float8))
        and run.last_sign_at < clock_timestamp() - make_interval(secs => case run.status when 'queued' then $1::float8 else $2::float8 end)
        and not exists (select from outbox where outbox.id = run.run_id)
      order by run.last_sign_at
      limit $3
      for no key update of report, run skip locked`,
    values: [queuedSeconds, runningSeconds, limit],
  }
}
