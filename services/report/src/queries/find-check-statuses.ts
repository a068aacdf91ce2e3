import type { Statement } from '@pagebell/postgres/database'
import type { RunKey } from './run-key.ts'

/** The status of each check in a done run. */
export function findCheckStatuses({ accountId, reportId, runId }: RunKey): Statement {
  return {
    name: 'find-check-statuses',
    text: `select key as check_id, value ->> 'status' as status
      from run, json_each(run.results)
      where account_id = $1 and report_id = $2 and run_id = $3`,
    values: [accountId, reportId, runId],
  }
}
