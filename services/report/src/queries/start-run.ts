import type { Statement } from '@pagebell/postgres/database'
import type { RunKey } from './run-key.ts'

/** A sign of life: the run is being worked on. Changes nothing, and answers no row, once the run has ended. */
export function startRun({ accountId, reportId, runId }: RunKey): Statement {
  return {
    name: 'start-run',
    text: `with begun as (
        update run
        set status = 'running', last_sign_at = clock_timestamp(),
          released_at = coalesce(released_at, clock_timestamp())
        where account_id = $1 and report_id = $2 and run_id = $3 and status in ('queued', 'running')
        returning released_at
      ), noted as (
        update newest_begun set released_at = begun.released_at
        from begun
        where newest_begun.released_at < begun.released_at - interval '10 seconds'
      )
      select released_at from begun`,
    values: [accountId, reportId, runId],
  }
}
