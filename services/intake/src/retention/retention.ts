import type { Database } from '@pagebell/postgres/database'
import { deleteOldBatches, deleteOldDuplicates, deleteOldKeys, deleteOldWarnings } from './retention.sql.ts'
import { rowsPerSweep, sweepAtEase } from './sweep.ts'

/** Deletes what has outlived its retention, in portions that no request notices. */
export async function sweepRetention(db: Database, retentionDays: number, signal: AbortSignal): Promise<void> {
  const q = db.acrossAccounts()
  const sweeps = [
    (limit: number) => deleteOldKeys(q, limit),
    (limit: number) => deleteOldBatches(q, retentionDays, limit),
    (limit: number) => deleteOldDuplicates(q, retentionDays, limit),
    (limit: number) => deleteOldWarnings(q, limit),
  ]
  for (const deleteSome of sweeps) {
    let deleted = rowsPerSweep
    while (deleted === rowsPerSweep) deleted = await sweepAtEase(() => deleteSome(rowsPerSweep), signal)
  }
}
