import type { Statement } from '@pagebell/postgres/database'
import { reportColumns } from './report-columns.ts'
import type { RunKey } from './run-key.ts'

/** A further run of a report that has none on its way; it waits to be released. The result of the last done run stays on the report. */
export function insertRun({ accountId, reportId, runId }: RunKey, host: string, traceparent?: string): Statement {
  return {
    name: 'insert-run',
    text: `with next_run as (
        insert into run (account_id, report_id, run_id, status, released_at, host, traceparent)
        values ($1, $2, $3, 'queued', null, $4, $5)
      )
      update report
      set run_id = $3, status = 'queued', stage = 'queued', error_code = null, error_message = null, version = version + 1
      where account_id = $1 and id = $2
      returning ${reportColumns}`,
    values: [accountId, reportId, runId, host, traceparent ?? null],
  }
}
