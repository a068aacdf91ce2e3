import { requireIds } from '@pagebell/faults/ids'
import type { Passwords } from '@pagebell/passwords/password-pool'
import type { Database } from '@pagebell/postgres/database'
import type { Reports } from '@pagebell/rpc/contracts'
import type { HandlersOf } from '@pagebell/rpc/serve-rpc'
import { changeReport } from './change-report.rpc.ts'
import { createReport } from './create-report.rpc.ts'
import { createReports } from './create-reports.rpc.ts'
import type { EndWatch } from './end-watch.ts'
import { type ListReads, listReports } from './list-reports.rpc.ts'
import { invalid, noSuchReport, parseReportId } from './report.ts'
import { createReportReader } from './report-reader.ts'
import { deleteReport } from './reports.sql.ts'

type ReportTools = {
  db: Database
  /** Reads lists, possibly from a replica. */
  listReads: ListReads
  ends: Pick<EndWatch, 'wait'>
  runQueue: { releaseNow(): void }
  passwords: Passwords
}

type ReportHandlers = Omit<HandlersOf<typeof Reports>, 'listRuns' | 'compareRuns'>

const maxWaitSeconds = 30

/** Reports of an account: create, read, wait for, list, change and delete. */
export function reportHandlers(tools: ReportTools): ReportHandlers {
  const { db, ends, runQueue } = tools
  const read = createReportReader(db)
  return {
    createReport: (request, call) => createReport(tools, request, call),
    createReports: (request, call) => createReports(tools, request, call),

    async getReport({ account_id, id }) {
      requireIds({ account_id })
      return read(account_id, parseReportId(id))
    },

    /** Returns the report once its newest run has ended, or after the wait. */
    async awaitReport({ account_id, id: text, wait_seconds }, { signal }) {
      requireIds({ account_id })
      const id = parseReportId(text)
      if (wait_seconds < 1 || wait_seconds > maxWaitSeconds) {
        throw invalid('wait', `Use 1 to ${maxWaitSeconds} seconds.`)
      }
      const report = await read(account_id, id)
      if (report.status === 'done' || report.status === 'failed') return report
      const timeout = AbortSignal.timeout(wait_seconds * 1_000)
      await ends.wait({ accountId: account_id, id }, AbortSignal.any([signal, timeout]))
      // The caller has cancelled: no reply is needed.
      signal.throwIfAborted()
      return read(account_id, id)
    },

    listReports: (request) => listReports(tools.listReads, request),

    changeReport: (request, call) => changeReport(tools, request, call),

    async deleteReport({ account_id, id: text }) {
      requireIds({ account_id })
      const id = parseReportId(text)
      if (!(await deleteReport(db.forAccount(account_id), account_id, id))) throw noSuchReport()
      runQueue.releaseNow()
      return { id }
    },
  }
}
