import type { Statement } from '@pagebell/postgres/database'
import type { RunKey } from './run-key.ts'

export interface Rating {
  result: string
  score: number
  ruleset: string
  analyzedAt: string
  /** JSON texts. */
  results: string
  categories: string
  changes: string | undefined
  cappedBy: string | null
  finalUrl: string
  notes: string[]
}

/** Rates the report. Changes nothing once the run has ended. */
export function endRunDone({ accountId, reportId, runId }: RunKey, rating: Rating): Statement {
  return {
    name: 'end-run-done',
    text: `with ended as (
        update run
        set status = 'done', finished_at = clock_timestamp(), last_sign_at = clock_timestamp(),
          result = $4, score = $5, ruleset = $6, results = $8::json, categories = $9::json, changes = $10::jsonb,
          capped_by = $11, final_url = $12, notes = $13
        where account_id = $1 and report_id = $2 and run_id = $3 and status in ('queued', 'running')
        returning account_id, report_id, run_id
      )
      update report
      set status = 'done', stage = null, error_code = null, error_message = null, done_run_id = ended.run_id,
        result = $4, score = $5, ruleset = $6, analyzed_at = $7, version = version + 1
      from ended
      where report.account_id = ended.account_id and report.id = ended.report_id and report.run_id = ended.run_id`,
    values: [
      accountId,
      reportId,
      runId,
      rating.result,
      rating.score,
      rating.ruleset,
      rating.analyzedAt,
      rating.results,
      rating.categories,
      rating.changes ?? null,
      rating.cappedBy,
      rating.finalUrl,
      rating.notes,
    ],
  }
}
