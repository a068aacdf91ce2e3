import { type Fault, fault } from '@pagebell/faults/fault'
import { parseId, requireIds } from '@pagebell/faults/ids'
import type { Database } from '@pagebell/postgres/database'
import type { Run } from '@pagebell/protos/report/v1/report'
import type { Reports } from '@pagebell/rpc/contracts'
import type { HandlersOf } from '@pagebell/rpc/serve-rpc'
import { noSuchReport, parseReportId } from '../reports/report.ts'
import { compareResults } from './run-comparison.ts'
import { type ComparedRun, findComparedRuns, findRuns, type RunRow } from './run-history.sql.ts'

/** All runs are kept; more than these do not fit into one reply. */
const maxRuns = 1_000

/** The history of a report. */
export const runHandlers = (db: Database): Pick<HandlersOf<typeof Reports>, 'listRuns' | 'compareRuns'> => ({
  async listRuns({ account_id, id }) {
    requireIds({ account_id })
    const runs = await findRuns(db.forAccount(account_id), account_id, parseReportId(id), maxRuns)
    // Every report has a first run, inserted with it.
    if (runs.length === 0) throw noSuchReport()
    return { runs: runs.map(toRun) }
  },

  async compareRuns({ account_id: accountId, id, run_id, with_run_id }) {
    requireIds({ account_id: accountId })
    const reportId = parseReportId(id)
    const runId = parseRunId(run_id)
    const withId = with_run_id === undefined ? undefined : parseRunId(with_run_id)
    const runs = await findComparedRuns(db.forAccount(accountId), { accountId, reportId, runId }, withId)
    const run = runs.find((one) => one.run_id === runId)
    const other = withId === undefined ? runs.find((one) => one !== run) : runs.find((one) => one.run_id === withId)
    if (run === undefined || (other === undefined && withId !== undefined)) throw noSuchRun()
    if (other === undefined) throw nothingToCompare('No run before it was done.')

    const comparison = compareResults(resultsOf(other), resultsOf(run))
    return { run: toRun(run), with: toRun(other), checks_json: Buffer.from(JSON.stringify(comparison)) }
  },
})

function parseRunId(text: string): string {
  const id = parseId(text)
  if (id === undefined) throw noSuchRun()
  return id
}

function resultsOf({ results }: ComparedRun) {
  if (results === null) throw nothingToCompare('One of the runs has no results.')
  return JSON.parse(results)
}

const noSuchRun = (): Fault => fault('not_found', 'There is no such run.')

const nothingToCompare = (reason: string): Fault => fault('conflict', reason, { code: 'nothing_to_compare' })

const toRun = (row: RunRow): Run => ({
  run_id: row.run_id,
  status: row.status,
  requested_at: row.requested_at,
  ...(row.result !== null && { result: row.result }),
  ...(row.score !== null && { score: row.score }),
  ...(row.finished_at !== null && { finished_at: row.finished_at }),
  ...(row.ruleset !== null && { ruleset: row.ruleset }),
  ...(row.error_code !== null && { error: { code: row.error_code, message: row.error_message ?? '' } }),
  ...(row.capped_by !== null && { capped_by: row.capped_by }),
  ...(row.changes !== null && { changes_json: Buffer.from(row.changes) }),
})
