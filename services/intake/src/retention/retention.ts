import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import {
  deleteOldBatches,
  deleteOldDeliveries,
  deleteOldDuplicates,
  deleteOldGivenBack,
  deleteOldKeys,
  deleteOldRequests,
  deleteOldWarnings,
  deleteOrphanedItems,
  deleteRequestsOfDeleted,
} from './retention.sql.ts'

const sweepMs = 600_000
const rowsPerStatement = 2_000

type RetentionTools = { db: Database; retentionDays: number; log: Log }

/** Deletes what has outlived its retention from time to time, in portions that no request notices. */
export function startRetention({ db, retentionDays, log }: RetentionTools): Repeated {
  const q = db.acrossAccounts()
  const sweeps = [
    () => deleteOldKeys(q, rowsPerStatement),
    () => deleteOldBatches(q, retentionDays, rowsPerStatement),
    () => deleteOldDuplicates(q, retentionDays, rowsPerStatement),
    () => deleteOldGivenBack(q, retentionDays, rowsPerStatement),
    () => deleteOldWarnings(q, rowsPerStatement),
    () => deleteOldRequests(q, rowsPerStatement),
    () => deleteRequestsOfDeleted(q, rowsPerStatement),
    () => deleteOldDeliveries(q, rowsPerStatement),
    () => deleteOrphanedItems(q, rowsPerStatement),
  ]
  async function sweep(signal: AbortSignal): Promise<void> {
    for (const deleteSome of sweeps) while ((await sweepAtEase(deleteSome, signal)) === rowsPerStatement);
  }
  return repeat(sweepMs, sweep, log, 'the retention sweep')
}

/**
 * Does the work and pauses nine times as long, so that requests find PostgreSQL idle; throws once the signal is
 * aborted.
 */
export async function sweepAtEase<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted()
  const began = performance.now()
  const result = await work()
  await pause(9 * (performance.now() - began), undefined, { signal })
  return result
}
