import type { Database } from '@pagebell/postgres/database'
import { sentUnchecked } from '../metrics.ts'
import { deleteOldVerdicts, sendUnchecked } from './verdicts.sql.ts'

const rowsPerStatement = 1_000
const reasonLate = 'late'

/** Sends what has waited for its verdict for too long: nothing that was accepted is lost by a check. */
export async function sendLate(db: Database, signal: AbortSignal): Promise<void> {
  const q = db.acrossAccounts()
  let sent = rowsPerStatement
  while (sent === rowsPerStatement && !signal.aborted) {
    sent = await sendUnchecked(q, reasonLate, rowsPerStatement)
    if (sent > 0) sentUnchecked.add(sent, {})
  }
  await deleteOldVerdicts(q)
}
