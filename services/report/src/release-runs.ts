import type { Database } from '@pagebell/postgres/database'
import { inTrace } from '@pagebell/runtime/trace'
import { type ReleasedRun, releaseRuns as releaseStatement } from './queries/release-runs.ts'
import { requestAnalysis } from './request-analysis.ts'

interface Tools {
  db: Database
  outbox: { flush(): void }
  /** Runs that are released and that no analyzer has begun. */
  mostUnbegun: number
  /** Runs of one account that are released and have not ended. */
  mostOfAccount: number
}

/**
 * Hands the runs whose turn it is to the analyzers. What waits, waits in PostgreSQL, where its turn can be told; in
 * RabbitMQ there is only what analyzers are about to begin (ADR 52). Any number of copies may release at once.
 */
export function releaseRuns({ db, outbox, mostUnbegun, mostOfAccount }: Tools) {
  return async (): Promise<void> => {
    const released = await db.transaction(async (q) => {
      const { rows } = await q.query<ReleasedRun>(releaseStatement(mostUnbegun, mostOfAccount))
      for (const { traceparent, run_id: runId, report_id: reportId, account_id: accountId, url } of rows) {
        await inTrace(traceparent ?? undefined, () => requestAnalysis(q, { runId, reportId, accountId, url }))
      }
      return rows.length
    })
    if (released > 0) outbox.flush()
  }
}
