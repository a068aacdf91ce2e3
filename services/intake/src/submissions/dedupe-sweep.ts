import type { Database } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import { sweepAtEase } from '../retention/retention.ts'
import { countDedupePages, deleteExpiredEntries } from './dedupe-window.sql.ts'

const pagesPerStatement = 32
const minSweepMs = 60_000
const maxSweepMs = 86_400_000

type DedupeSweepTools = { db: Database; windowSeconds: number; log: Log }

/**
 * Sweeps ten times while an entry is kept: each sweep reads the whole table, so its cost by entry is always the same.
 */
export function startDedupeSweep({ db, windowSeconds, log }: DedupeSweepTools): Repeated {
  const sweepMs = Math.min(Math.max(minSweepMs, windowSeconds * 100), maxSweepMs)
  const sweep = (signal: AbortSignal): Promise<void> => sweepDedupeWindow(db, windowSeconds, signal)
  return repeat(sweepMs, sweep, log, 'the sweep of the dedupe window')
}

/**
 * Deletes the entries of the dedupe window that have expired, in one pass over the table's pages. Expired entries are
 * spread over the table, so that a search for each portion would start from the beginning.
 */
export async function sweepDedupeWindow(db: Database, windowSeconds: number, signal: AbortSignal): Promise<void> {
  const q = db.acrossAccounts()
  const pages = await countDedupePages(q)
  for (let page = 0; page < pages; page += pagesPerStatement)
    await sweepAtEase(() => deleteExpiredEntries(q, windowSeconds, page, page + pagesPerStatement), signal)
}
