import type { Statement } from '@pagebell/postgres/database'
import { type RunRow, runColumns } from './list-runs.ts'

export interface ComparedRun extends RunRow {
  /** JSON text; null for a run that was not done. */
  results: string | null
}

/** A run, and the one it is compared with: the one named, else the newest done one before it. Newest first. */
export function findComparedRuns(accountId: string, reportId: string, runId: string, withId?: string): Statement {
  return {
    name: withId === undefined ? 'find-compared-runs' : 'find-two-runs',
    text: `select ${runColumns}, results::text as results
      from run
      where account_id = $1 and report_id = $2 and run_id in ($3, ${withId === undefined ? doneBefore : '$4'})`,
    values: [accountId, reportId, runId, ...(withId === undefined ? [] : [withId])],
  }
}

const doneBefore = `(
        select run_id from run
        where account_id = $1 and report_id = $2 and run_id < $3 and status = 'done'
        order by run_id desc
        limit 1
      )`
