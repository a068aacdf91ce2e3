import type { Database } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import { deleteExpiredVisits } from './site-visits.sql.ts'

const sweepMs = 600_000
const reportsPerStatement = 10

/** Deletes from time to time what was kept for a next report that has not come. Any number of copies may sweep at once. */
export function startKeptVisitSweep({ db, log }: { db: Database; log: Log }): Repeated {
  return repeat(sweepMs, (signal) => sweepKeptVisits(db, signal), log, 'the sweep of kept visits')
}

export async function sweepKeptVisits(db: Database, signal?: AbortSignal): Promise<void> {
  let swept = reportsPerStatement
  while (swept === reportsPerStatement && !signal?.aborted) {
    swept = await deleteExpiredVisits(db.acrossAccounts(), reportsPerStatement)
  }
}
