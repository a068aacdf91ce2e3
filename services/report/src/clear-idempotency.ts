import type { Database } from '@pagebell/postgres/database'
import { deleteOldIdempotency } from './queries/delete-old-idempotency.ts'

const batch = 1_000

/** Takes away Idempotency-Keys older than 24 hours, few at a time. */
export function clearIdempotency({ db }: { db: Database }) {
  return async (signal: AbortSignal): Promise<void> => {
    let deleted = batch
    while (deleted === batch && !signal.aborted) deleted = (await db.query(deleteOldIdempotency(batch))).rowCount
  }
}
