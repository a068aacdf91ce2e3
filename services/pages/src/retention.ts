import type { Database } from '@pagebell/postgres/database'
import { deleteOldChanges } from './changing-blocks/comparisons.sql.ts'
import { deleteOldMessages } from './checks/checks.sql.ts'
import { deleteOldFound } from './checks/found-pages.sql.ts'
import { deleteFreeHosts } from './checks/host-leases.sql.ts'
import { deleteOldWaits } from './deploy-waits/deploy-waits.sql.ts'
import { deleteOldUse } from './limits/limits.sql.ts'
import { deleteUnseenPages } from './pages/pages.sql.ts'
import { deleteEnded } from './subscriptions/subscriptions.sql.ts'
import { deleteOldVerdicts } from './verdicts/verdict-log.sql.ts'
import { deleteOldScans } from './watches/scans.sql.ts'

/** Few enough rows that no check notices the deletion. */
const rowsPerDelete = 1_000

/**
 * Deletes what is old: pages that were not seen for 180 days, verdicts and scans of 90 days, notes of messages and
 * ended waits of a week, and subscriptions that have been ending for a day.
 */
export async function sweepOld(db: Database, signal: AbortSignal): Promise<void> {
  const q = db.acrossAccounts()
  const deletions = [
    deleteOldMessages,
    deleteOldVerdicts,
    deleteOldWaits,
    deleteOldFound,
    deleteOldChanges,
    deleteUnseenPages,
    deleteOldScans,
    deleteEnded,
  ]
  for (const deleteSome of deletions) {
    while (!signal.aborted && (await deleteSome(q, rowsPerDelete)) === rowsPerDelete);
  }
  await deleteFreeHosts(q)
  await deleteOldUse(q)
}
