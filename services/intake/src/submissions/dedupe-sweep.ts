import type { Database } from '@pagebell/postgres/database'
import { sweepAtEase } from '../retention/sweep.ts'
import { countDedupePages, deleteExpiredEntries } from './dedupe-window.sql.ts'

const pagesPerStatement = 32

/**
 * Deletes the entries of the dedupe window that have expired, in one walk over the table's pages. Entries come and go, so
 * expired ones lie anywhere, and a search for them would begin anew for each portion.
 */
export async function sweepDedupeWindow(db: Database, windowSeconds: number, signal: AbortSignal): Promise<void> {
  const q = db.acrossAccounts()
  const pages = await countDedupePages(q)
  for (let page = 0; page < pages; page += pagesPerStatement)
    await sweepAtEase(() => deleteExpiredEntries(q, windowSeconds, page, page + pagesPerStatement), signal)
}

/** Milliseconds between two walks: each reads the whole table, so ten of them while an entry is kept cost the same by entry. */
export const dedupeSweepMs = (windowMs: number): number => Math.min(Math.max(60_000, windowMs / 10), 86_400_000)
