import type { Database } from '@pagebell/postgres/database'
import { newEvent } from './new-event.ts'
import { claimWatchedBatches, type WatchedBatch } from './queries/claim-watched-batches.ts'
import { type BatchCounts, countBatch } from './queries/count-batch.ts'
import { insertEvent } from './queries/insert-event.ts'
import { unwatchBatch } from './queries/unwatch-batch.ts'

const atOnce = 50
/** A batch that is not at its end by then is not waited for any longer. */
const keptMs = 30 * 86_400_000

type Tools = { db: Database; sendNow: () => void }

/** Looks which watched batches have come to their end, and tells of each, once. */
export async function watchBatches({ db, sendNow }: Tools, signal: AbortSignal): Promise<void> {
  let looked = atOnce
  while (looked === atOnce && !signal.aborted) {
    const { rows } = await db.query<WatchedBatch>(claimWatchedBatches(atOnce))
    for (const batch of rows) if (await endBatch(db, batch)) sendNow()
    looked = rows.length
  }
}

/** Answers whether there was something to tell. */
async function endBatch(db: Database, batch: WatchedBatch): Promise<boolean> {
  const { account_id, batch_id, deliveries } = batch
  const { rows } = await db.query<BatchCounts>(countBatch(account_id, batch_id))
  const [counts] = rows
  const isWhole = counts !== undefined && sum(counts) === deliveries
  if (!isWhole) {
    if (Date.parse(batch.submitted_at) < Date.now() - keptMs) await db.query(unwatchBatch(account_id, batch_id))
    return false
  }
  return db.transaction(async (q) => {
    const { rowCount } = await q.query(unwatchBatch(account_id, batch_id))
    if (rowCount > 0) await q.query(insertEvent(batch, completed(batch, counts), batch.traceparent ?? undefined))
    return rowCount > 0
  })
}

const sum = ({ delivered, rejected, dropped, set_aside }: BatchCounts): number =>
  delivered + rejected + dropped + set_aside

function completed({ batch_id, project, action, deliveries, submitted_at }: WatchedBatch, counts: BatchCounts) {
  const completed_at = new Date().toISOString()
  const about = { batch_id, project, action, submitted_at, completed_at, deliveries }
  return newEvent('batch.completed', batch_id, completed_at, { ...about, ...counts })
}
