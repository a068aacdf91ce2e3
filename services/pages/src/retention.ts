import type { Database } from '@pagebell/postgres/database'
import { deleteFreeHosts } from './checks/host-leases.sql.ts'
import { deleteOldUse } from './limits/limits.sql.ts'
import { deleteUnseenPages } from './pages/pages.sql.ts'
import { agingTables, deleteOldRows } from './retention.sql.ts'

/** Few enough rows that no check notices the deletion. */
const rowsPerDelete = 1_000

/**
 * Deletes what is old: pages that were not seen for 180 days, verdicts and scans of 90 days, notes of messages and
 * ended waits of a week, and subscriptions that have been ending for a day.
 */
export async function sweepOld(db: Database, signal: AbortSignal): Promise<void> {
  const q = db.acrossAccounts()
  const deletions = [
    ...agingTables.map((table) => () => deleteOldRows(q, table, rowsPerDelete)),
    () => deleteUnseenPages(q, rowsPerDelete),
  ]
  for (const deleteSome of deletions) {
    while (!signal.aborted && (await deleteSome()) === rowsPerDelete);
  }
  await deleteFreeHosts(q)
  await deleteOldUse(q)
}
