import type { Database } from '@pagebell/postgres/database'
import { newEvent } from './event.ts'
import { insertEvent } from './events.sql.ts'
import {
  type BatchCounts,
  claimWatchedBatches,
  countBatch,
  unwatchBatch,
  type WatchedBatch,
} from './watched-batches.sql.ts'

const batchesPerClaim = 50
/** A batch that is not complete by then is not watched any longer. */
const maxWatchMs = 30 * 86_400_000

type WatchTools = { db: Database; sendNow: () => void }

/** Queues `batch.completed` for watched batches whose deliveries have all ended, once each. */
export async function watchBatches({ db, sendNow }: WatchTools, signal: AbortSignal): Promise<void> {
  let claimed = batchesPerClaim
  while (claimed === batchesPerClaim && !signal.aborted) {
    const batches = await claimWatchedBatches(db.acrossAccounts(), batchesPerClaim)
    for (const batch of batches) if (await completeBatch(db, batch)) sendNow()
    claimed = batches.length
  }
}

/** Returns whether the batch is complete, and was not known to be. */
async function completeBatch(db: Database, batch: WatchedBatch): Promise<boolean> {
  const { account_id, batch_id, deliveries } = batch
  const q = db.acrossAccounts()
  const counts = await countBatch(q, account_id, batch_id)
  const isComplete = counts !== undefined && sum(counts) === deliveries
  if (!isComplete) {
    if (Date.parse(batch.submitted_at) < Date.now() - maxWatchMs) await unwatchBatch(q, account_id, batch_id)
    return false
  }
  return q.transaction(async (transaction) => {
    const wasWatched = await unwatchBatch(transaction, account_id, batch_id)
    if (wasWatched) await insertEvent(transaction, batch, completed(batch, counts), batch.traceparent ?? undefined)
    return wasWatched
  })
}

const sum = ({ delivered, rejected, dropped, set_aside, skipped }: BatchCounts): number =>
  delivered + rejected + dropped + set_aside + skipped

function completed({ batch_id, project, action, deliveries, submitted_at }: WatchedBatch, counts: BatchCounts) {
  const completed_at = new Date().toISOString()
  const about = { batch_id, project, action, submitted_at, completed_at, deliveries }
  return newEvent('batch.completed', batch_id, completed_at, { ...about, ...counts })
}
