import type { Database } from '@pagebell/postgres/database'
import type { Reports } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { readReport } from '../read-report.ts'
import { checkAccountId, checkReportId } from '../report-faults.ts'

export function getReport({ db }: { db: Database }): Handler<typeof Reports, 'getReport'> {
  return async ({ account_id: accountId, id }) => {
    checkAccountId(accountId)
    checkReportId(id)
    return readReport(db.of(accountId), accountId, id)
  }
}
