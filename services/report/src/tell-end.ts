import { randomUUIDv7 } from 'node:crypto'
import type { Body } from '@pagebell/messages/define-message'
import { reportEnded } from '@pagebell/messages/report-ended'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Queryable } from '@pagebell/postgres/database'
import type { RunKey } from './queries/run-key.ts'

type Ended = Body<typeof reportEnded>
type Of = { project_id: string; project: string; url: string }
/** `before` is what the newest done run before this one had. */
type End = Pick<Ended, 'rating' | 'before'> | Pick<Ended, 'error'>

/** Tells that a run has ended, once the transaction in which it did commits. */
export function tellEnd(q: Queryable, { accountId, reportId, runId }: RunKey, of: Of, end: End): Promise<void> {
  const { project_id, project, url } = of
  const place = { account_id: accountId, project_id, project, report_id: reportId, run_id: runId, url }
  // The run's own id is that of the message that asked for it.
  return enqueue(q, reportEnded, { ...place, ended_at: new Date().toISOString(), ...end }, randomUUIDv7())
}
