import type { Database } from '@pagebell/postgres/database'
import type { Reports } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { listRuns as listStatement, type RunRow } from '../queries/list-runs.ts'
import { checkAccountId, checkReportId, noSuchReport } from '../report-faults.ts'
import { toRun } from '../to-run.ts'

/** All runs are kept; more than these fit no answer. */
const longestHistory = 1_000

export function listRuns({ db }: { db: Database }): Handler<typeof Reports, 'listRuns'> {
  return async ({ account_id: accountId, id }) => {
    checkAccountId(accountId)
    checkReportId(id)
    const { rows } = await db.of(accountId).query<RunRow>(listStatement(accountId, id, longestHistory))
    // Every report has a first run, made with it.
    if (rows.length === 0) throw noSuchReport()
    return { runs: rows.map(toRun) }
  }
}
