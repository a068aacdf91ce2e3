import { fault } from '@pagebell/faults/fault'
import type { Database } from '@pagebell/postgres/database'
import type { Report } from '@pagebell/protos/report/v1/report'
import { createBatcher } from '@pagebell/runtime/batcher'
import { toFullReport } from './report.ts'
import { findReports } from './reports.sql.ts'

/** Returns a report with the results of its newest done run. Throws the faults `not_found` and `unavailable`. */
export type ReadReport = (accountId: string, id: string) => Promise<Report>

/** The results of a report are about 10 KB. */
const maxReportsPerStatement = 25
const statementsInProgress = 2
const timeoutMs = 5_000

/**
 * Reads reports, those that an account requests while its previous ones are being read by one statement. A read starts
 * after its request, so that it sees every change that was committed before. Accounts do not wait for each other.
 */
export function createReportReader(db: Pick<Database, 'forAccount'>): ReadReport {
  const accounts = new Map<string, { read: ReturnType<typeof createRead>; requests: number }>()

  const createRead = (accountId: string) =>
    createBatcher({
      async process(ids: string[]) {
        const rows = await findReports(db.forAccount(accountId), accountId, [...new Set(ids)])
        const byId = new Map(rows.map((row) => [row.id, row]))
        return ids.map((id) => byId.get(id))
      },
      concurrency: statementsInProgress,
      weigh: () => 1,
      maxWeight: maxReportsPerStatement,
      timeoutMs,
      onTimeout: () => fault('unavailable', 'The database is not available.', { details: { outcome: 'none' } }),
    })

  return async (accountId, id) => {
    const account = accounts.get(accountId) ?? { read: createRead(accountId), requests: 0 }
    accounts.set(accountId, account)
    account.requests += 1
    try {
      return toFullReport(await account.read(id))
    } finally {
      account.requests -= 1
      if (account.requests === 0) accounts.delete(accountId)
    }
  }
}
