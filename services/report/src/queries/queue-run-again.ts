import type { Statement } from '@pagebell/postgres/database'
import type { RunKey } from './run-key.ts'

/** The run waits for its turn again. A run of the version before may have no host yet. */
export function queueRunAgain({ accountId, reportId, runId }: RunKey, host: string, attempt: number): Statement {
  return {
    name: 'queue-run-again',
    text: `update run
      set status = 'queued', attempt = $5, last_sign_at = clock_timestamp(), released_at = null, host = coalesce(host, $4)
      where account_id = $1 and report_id = $2 and run_id = $3 and status in ('queued', 'running')`,
    values: [accountId, reportId, runId, host, attempt],
  }
}
