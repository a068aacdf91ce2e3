import type { Database } from '@pagebell/postgres/database'
import type { Run } from '@pagebell/protos/report/v1/Run'
import type { Reports } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { listRuns as listStatement, type RunRow } from '../queries/list-runs.ts'
import { checkAccountId, checkReportId, noSuchReport } from '../report-faults.ts'

/** All runs are kept; more than these fit no answer. */
const longestHistory = 1_000

export function listRuns({ db }: { db: Database }): Handler<typeof Reports, 'listRuns'> {
  return async ({ account_id: accountId, id }) => {
    checkAccountId(accountId)
    checkReportId(id)
    const { rows } = await db.query<RunRow>(listStatement(accountId, id, longestHistory))
    // Every report has a first run, made with it.
    if (rows.length === 0) throw noSuchReport()
    return { runs: rows.map(toRun) }
  }
}

function toRun(row: RunRow): Run {
  return {
    run_id: row.run_id,
    status: row.status,
    requested_at: row.requested_at,
    ...(row.result !== null && { result: row.result }),
    ...(row.score !== null && { score: row.score }),
    ...(row.finished_at !== null && { finished_at: row.finished_at }),
    ...(row.ruleset !== null && { ruleset: row.ruleset }),
    ...(row.error_code !== null && { error: { code: row.error_code, message: row.error_message ?? '' } }),
    ...(row.changes !== null && { changes_json: Buffer.from(row.changes) }),
  }
}
