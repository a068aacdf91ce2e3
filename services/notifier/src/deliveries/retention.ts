import type { Database } from '@pagebell/postgres/database'
import { deleteOldHours } from './counts.sql.ts'
import {
  deleteOldCalls,
  deleteOldDeliveries,
  findAccountsWithOldCalls,
  findAccountsWithOldDeliveries,
} from './retention.sql.ts'

/** Few enough rows that no request notices the deletion. */
const rowsPerDelete = 2_000
const dayMs = 86_400_000

/** Deletes deliveries that have ended and were submitted so many days ago, and engine requests and counts as old. */
export async function sweepLog(db: Database, days: number, signal: AbortSignal): Promise<void> {
  const q = db.acrossAccounts()
  const before = firstIdOf(Date.now() - days * dayMs)
  for (const account of await findAccountsWithOldDeliveries(q, days))
    await repeatWhileFull(() => deleteOldDeliveries(q, account, days, rowsPerDelete), signal)
  for (const account of await findAccountsWithOldCalls(q, before))
    await repeatWhileFull(() => deleteOldCalls(q, account, before, rowsPerDelete), signal)
  await deleteOldHours(q, days)
}

async function repeatWhileFull(deleteSome: () => Promise<number>, signal: AbortSignal): Promise<void> {
  let deleted = rowsPerDelete
  while (deleted === rowsPerDelete && !signal.aborted) deleted = await deleteSome()
}

/** The smallest UUIDv7 of this millisecond. */
function firstIdOf(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
