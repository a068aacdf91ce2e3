import type { Database } from '@pagebell/postgres/database'
import { deleteOldEvents } from './queries/delete-old-events.ts'

const atOnce = 1_000

/** Deletes events that were final long ago, with their attempts. */
export async function forgetEvents(db: Database, keptMs: number, signal: AbortSignal): Promise<void> {
  let deleted = atOnce
  while (deleted === atOnce && !signal.aborted) deleted = (await db.query(deleteOldEvents(keptMs, atOnce))).rowCount
}
