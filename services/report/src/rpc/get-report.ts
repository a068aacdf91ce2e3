import type { Database } from '@pagebell/postgres/database'
import type { Reports } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { toWholeReport } from '../read-report.ts'
import { readTogether } from '../read-together.ts'
import { checkAccountId, checkReportId } from '../report-faults.ts'

export function getReport({ db }: { db: Pick<Database, 'of'> }): Handler<typeof Reports, 'getReport'> {
  const read = readTogether(db)
  return async ({ account_id: accountId, id }) => {
    checkAccountId(accountId)
    checkReportId(id)
    return toWholeReport(await read(accountId, id))
  }
}
