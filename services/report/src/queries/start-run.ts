import type { Statement } from '@pagebell/postgres/database'
import type { RunKey } from './run-key.ts'

/** A sign of life: the run is being worked on. Changes nothing once the run has ended. */
export function startRun({ accountId, reportId, runId }: RunKey): Statement {
  return {
    name: 'start-run',
    text: `update run set status = 'running', last_sign_at = clock_timestamp()
      where account_id = $1 and report_id = $2 and run_id = $3 and status in ('queued', 'running')`,
    values: [accountId, reportId, runId],
  }
}
