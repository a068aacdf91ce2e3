import type { Statement } from '@pagebell/postgres/database'

/** The analyzer has answered a run whose report is gone: its host and its account's share are free again. */
export function forgetDeletedRun(runId: string): Statement {
  return { name: 'forget-deleted-run', text: 'delete from deleted_run where run_id = $1', values: [runId] }
}

/** Those that no analyzer has answered for so long. */
export function forgetOldDeletedRuns(seconds: number): Statement {
  return {
    name: 'forget-old-deleted-runs',
    text: 'delete from deleted_run where deleted_at < clock_timestamp() - make_interval(secs => $1::float8)',
    values: [seconds],
  }
}
