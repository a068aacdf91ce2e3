import { fault } from '@pagebell/faults/fault'
import type { Database } from '@pagebell/postgres/database'
import type { Reports } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { compareResults } from '../compare-results.ts'
import { type ComparedRun, findComparedRuns } from '../queries/find-compared-runs.ts'
import { checkAccountId, checkReportId } from '../report-faults.ts'
import { toRun } from '../to-run.ts'
import { isUuid } from '../uuid.ts'

export function compareRuns({ db }: { db: Database }): Handler<typeof Reports, 'compareRuns'> {
  return async ({ account_id: accountId, id, run_id: runId, with_run_id: withId }) => {
    checkAccountId(accountId)
    checkReportId(id)
    if (!isUuid(runId) || (withId !== undefined && !isUuid(withId))) throw noSuchRun()
    const { rows } = await db.of(accountId).query<ComparedRun>(findComparedRuns(accountId, id, runId, withId))
    const run = rows.find(({ run_id }) => run_id === runId)
    const other = withId === undefined ? rows.find((row) => row !== run) : rows.find(({ run_id }) => run_id === withId)
    if (run === undefined || (other === undefined && withId !== undefined)) throw noSuchRun()
    if (other === undefined) throw fault('conflict', 'No run before it was done.', { code: 'nothing_to_compare' })

    const comparison = compareResults(resultsOf(other), resultsOf(run))
    return { run: toRun(run), with: toRun(other), checks_json: Buffer.from(JSON.stringify(comparison)) }
  }
}

function resultsOf({ results }: ComparedRun) {
  if (results === null) throw fault('conflict', 'One of the runs has no results.', { code: 'nothing_to_compare' })
  return JSON.parse(results)
}

const noSuchRun = () => fault('not_found', 'There is no such run.')
