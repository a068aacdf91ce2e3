import { analysisRequested } from '@pagebell/messages/analysis-requested'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Queryable } from '@pagebell/postgres/database'
import type { RunKey } from './queries/run-key.ts'

/** Has a run's page analyzed once the transaction commits. The run's id is the message's, by which it is known again. */
export function requestAnalysis(q: Queryable, run: RunKey & { url: string }): Promise<void> {
  const body = { run_id: run.runId, report_id: run.reportId, url: run.url, account_id: run.accountId }
  return enqueue(q, analysisRequested, body, run.runId)
}
