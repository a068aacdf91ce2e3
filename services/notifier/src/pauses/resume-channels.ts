import type { Database, Transactions } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import {
  deletePause,
  deleteResumption,
  findResumptions,
  insertResumption,
  lockResumption,
  type PausedChannel,
  releasePaused,
} from './pauses.sql.ts'

/** Few enough deliveries for one statement. */
const rowsPerRelease = 5_000

/**
 * Ends a pause: from now on nothing more is held by it, and what it has held is due at once. `continueResumptions` does
 * what is more than one portion, and what an interruption leaves.
 */
export async function resumeChannel(q: Transactions, channel: PausedChannel, limit = rowsPerRelease): Promise<void> {
  await q.transaction(async (transaction) => {
    await insertResumption(transaction, channel)
    await deletePause(transaction, channel)
  })
  await releasePortion(q, channel, limit)
}

/** Makes due what the pauses that have ended still hold. Any number of copies may run. */
export async function continueResumptions(
  { db, log, limit = rowsPerRelease }: { db: Database; log: Log; limit?: number },
  signal: AbortSignal,
): Promise<void> {
  const q = db.acrossAccounts()
  for (const channel of await findResumptions(q)) {
    try {
      while (!signal.aborted && (await releasePortion(q, channel, limit)));
    } catch (error) {
      log.warn({ err: error, project_id: channel.projectId }, 'the resumption of a channel will be continued')
    }
  }
}

/** True if there may be more to release. The resumption ends in the transaction that finds no more. */
function releasePortion(q: Transactions, channel: PausedChannel, limit: number): Promise<boolean> {
  return q.transaction(async (transaction) => {
    if (!(await lockResumption(transaction, channel))) return false
    const isFull = (await releasePaused(transaction, channel, limit)) === limit
    if (!isFull) await deleteResumption(transaction, channel)
    return isFull
  })
}
