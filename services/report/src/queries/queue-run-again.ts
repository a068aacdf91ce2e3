import type { Statement } from '@pagebell/postgres/database'
import type { RunKey } from './run-key.ts'

export function queueRunAgain({ accountId, reportId, runId }: RunKey): Statement {
  return {
    name: 'queue-run-again',
    text: `update run set status = 'queued', attempt = attempt + 1, last_sign_at = clock_timestamp()
      where account_id = $1 and report_id = $2 and run_id = $3 and status in ('queued', 'running')`,
    values: [accountId, reportId, runId],
  }
}
