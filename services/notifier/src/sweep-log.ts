import type { Database, Statement } from '@pagebell/postgres/database'
import { deleteOldCalls, findAccountsWithOldCalls } from './queries/old-calls.ts'
import { deleteOldDeliveries, findAccountsWithOld } from './queries/old-deliveries.ts'

const atOnce = 2_000
const dayMs = 86_400_000

/** Deletes deliveries that ended and were submitted so many days ago, and attempts as old, in portions that nobody notices. */
export async function sweepLog(db: Database, days: number, signal: AbortSignal): Promise<void> {
  const before = firstIdOf(Date.now() - days * dayMs)
  await sweep(findAccountsWithOld(days), (account) => deleteOldDeliveries(account, days, atOnce))
  await sweep(findAccountsWithOldCalls(before), (account) => deleteOldCalls(account, before, atOnce))

  async function sweep(find: Statement, portionOf: (accountId: string) => Statement): Promise<void> {
    const { rows } = await db.query<{ account_id: string }>(find)
    for (const { account_id } of rows) {
      let deleted = atOnce
      while (deleted === atOnce && !signal.aborted) deleted = (await db.query(portionOf(account_id))).rowCount
    }
  }
}

/** No UUIDv7 of this millisecond or later is smaller. */
function firstIdOf(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
