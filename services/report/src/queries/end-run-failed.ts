import type { Statement } from '@pagebell/postgres/database'
import type { RunKey } from './run-key.ts'

/** The report keeps the result of its last done run. Changes nothing once the run has ended. */
export function endRunFailed({ accountId, reportId, runId }: RunKey, code: string, message: string): Statement {
  return {
    name: 'end-run-failed',
    text: `with ended as (
        update run
        set status = 'failed', finished_at = clock_timestamp(), last_sign_at = clock_timestamp(),
          error_code = $4, error_message = $5
        where account_id = $1 and report_id = $2 and run_id = $3 and status in ('queued', 'running')
        returning account_id, report_id, run_id
      )
      update report
      set status = 'failed', stage = null, error_code = $4, error_message = $5, version = version + 1
      from ended
      where report.account_id = ended.account_id and report.id = ended.report_id and report.run_id = ended.run_id`,
    values: [accountId, reportId, runId, code, message],
  }
}
