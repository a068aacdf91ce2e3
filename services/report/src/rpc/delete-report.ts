import type { Database } from '@pagebell/postgres/database'
import type { Reports } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { deleteReport as deleteStatement } from '../queries/delete-report.ts'
import { checkAccountId, checkReportId, noSuchReport } from '../report-faults.ts'

interface Tools {
  db: Database
  releases: { now(): void }
}

export function deleteReport({ db, releases }: Tools): Handler<typeof Reports, 'deleteReport'> {
  return async ({ account_id: accountId, id }) => {
    checkAccountId(accountId)
    checkReportId(id)
    const { rowCount } = await db.of(accountId).query(deleteStatement(accountId, id))
    if (rowCount === 0) throw noSuchReport()
    releases.now()
    return { id }
  }
}
