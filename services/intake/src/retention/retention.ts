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

/**
 * Deletes what has outlived its retention from time to time, in portions that no request notices. A sweep that fails keeps
 * no other one from its work.
 */
export function startRetention({ db, retentionDays, log }: RetentionTools): Repeated {
  const q = db.acrossAccounts()
  const sweeps: [of: string, deleteSome: () => Promise<number>][] = [
    ['expired Idempotency-Keys', () => deleteOldKeys(q, rowsPerStatement)],
    ['batches', () => deleteOldBatches(q, retentionDays, rowsPerStatement)],
    ['duplicates', () => deleteOldDuplicates(q, retentionDays, rowsPerStatement)],
    ['charges that were given back', () => deleteOldGivenBack(q, retentionDays, rowsPerStatement)],
    ['quota warnings', () => deleteOldWarnings(q, rowsPerStatement)],
    ['requests', () => deleteOldRequests(q, rowsPerStatement)],
    ['requests of deleted projects', () => deleteRequestsOfDeleted(q, rowsPerStatement)],
    ['ids of deliveries', () => deleteOldDeliveries(q, rowsPerStatement)],
    ['items of deleted sources', () => deleteOrphanedItems(q, rowsPerStatement)],
  ]
  async function sweep(signal: AbortSignal): Promise<void> {
    for (const [of, deleteSome] of sweeps) {
      try {
        while ((await sweepAtEase(deleteSome, signal)) === rowsPerStatement);
      } catch (error) {
        signal.throwIfAborted()
        log.warn({ err: error }, `the sweep of ${of} failed and will be tried again`)
      }
    }
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
