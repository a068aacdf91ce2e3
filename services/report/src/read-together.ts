import { fault } from '@pagebell/faults/fault'
import type { Database } from '@pagebell/postgres/database'
import { type Batcher, createBatcher } from '@pagebell/runtime/batcher'
import { findReports, type ReportWithResults } from './queries/find-reports.ts'

type Row = ReportWithResults | undefined

/**
 * Reads reports; what an account asks for while its last ones are being read comes by one statement. No account waits
 * for another, and nobody is given what was read before he asked.
 */
export function readTogether(db: Pick<Database, 'of'>): (accountId: string, id: string) => Promise<Row> {
  const accounts = new Map<string, { read: Batcher<string, Row>; callers: number }>()

  const newAccount = (accountId: string) => ({
    callers: 0,
    read: createBatcher<string, Row>({
      async process(ids) {
        const { rows } = await db.of(accountId).query<ReportWithResults>(findReports(accountId, [...new Set(ids)]))
        const byId = new Map(rows.map((row) => [row.id, row]))
        return ids.map((id) => byId.get(id))
      },
      concurrency: 2,
      weigh: () => 1,
      maxWeight: 25,
      timeoutMs: 5_000,
      onTimeout: () => fault('unavailable', 'The database does not answer.', { details: { outcome: 'none' } }),
    }),
  })

  return async (accountId, id) => {
    const account = accounts.get(accountId) ?? newAccount(accountId)
    accounts.set(accountId, account)
    account.callers += 1
    try {
      return await account.read(id)
    } finally {
      account.callers -= 1
      if (account.callers === 0) accounts.delete(accountId)
    }
  }
}
