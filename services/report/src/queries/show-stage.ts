import type { Statement } from '@pagebell/postgres/database'
import type { RunKey } from './run-key.ts'

/** The report as its newest run now stands; the version rises only if that is new. */
export function showStage(
  { accountId, reportId, runId }: RunKey,
  status: 'queued' | 'running',
  stage: string,
): Statement {
  return {
    name: 'show-stage',
    text: `update report set status = $4, stage = $5, version = version + 1
      where account_id = $1 and id = $2 and run_id = $3 and (status, stage) is distinct from ($4, $5)`,
    values: [accountId, reportId, runId, status, stage],
  }
}
