import type { Statement } from '@pagebell/postgres/database'

export interface RunRow {
  run_id: string
  status: string
  result: string | null
  score: number | null
  requested_at: string
  finished_at: string | null
  ruleset: string | null
  error_code: string | null
  error_message: string | null
  capped_by: string | null
  /** JSON text, passed on as it is. */
  changes: string | null
}

/** What stands for a run wherever one is told of: no results. */
export const runColumns = `run_id, status, result, score, requested_at, finished_at, ruleset, error_code, error_message,
        capped_by, changes::text as changes`

/** Newest first: run ids are UUIDv7. */
export function listRuns(accountId: string, reportId: string, limit: number): Statement {
  return {
    name: 'list-runs',
    text: `select ${runColumns}
      from run
      where account_id = $1 and report_id = $2
      order by run_id desc
      limit $3`,
    values: [accountId, reportId, limit],
  }
}
