import type { Database } from '@pagebell/postgres/database'
import type { Reports } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import type { EndWatch } from '../end-watch.ts'
import { readReport } from '../read-report.ts'
import { checkAccountId, checkReportId, invalid } from '../report-faults.ts'

const longestWaitSeconds = 30

export function awaitReport(tools: { db: Database; ends: EndWatch }): Handler<typeof Reports, 'awaitReport'> {
  const { db, ends } = tools
  return async ({ account_id: accountId, id, wait_seconds: seconds }, { signal }) => {
    checkAccountId(accountId)
    checkReportId(id)
    if (seconds < 1 || seconds > longestWaitSeconds) throw invalid('wait', `Use 1 to ${longestWaitSeconds} seconds.`)

    const own = db.of(accountId)
    const now = await readReport(own, accountId, id)
    if (now.status === 'done' || now.status === 'failed') return now
    await ends.wait({ accountId, id }, AbortSignal.any([signal, AbortSignal.timeout(seconds * 1_000)]))
    // Nobody reads the answer of a call that its caller has given up.
    signal.throwIfAborted()
    return readReport(own, accountId, id)
  }
}
