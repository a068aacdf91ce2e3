import type { Run } from '@pagebell/protos/report/v1/Run'
import type { RunRow } from './queries/list-runs.ts'

/** A run as it travels. */
export function toRun(row: RunRow): Run {
  return {
    run_id: row.run_id,
    status: row.status,
    requested_at: row.requested_at,
    ...(row.result !== null && { result: row.result }),
    ...(row.score !== null && { score: row.score }),
    ...(row.finished_at !== null && { finished_at: row.finished_at }),
    ...(row.ruleset !== null && { ruleset: row.ruleset }),
    ...(row.error_code !== null && { error: { code: row.error_code, message: row.error_message ?? '' } }),
    ...(row.capped_by !== null && { capped_by: row.capped_by }),
    ...(row.changes !== null && { changes_json: Buffer.from(row.changes) }),
  }
}
