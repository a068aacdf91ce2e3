import type { Queryable } from '@pagebell/postgres/database'
import type { RunKey } from './runs.sql.ts'

export type RunRow = {
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

/** The columns of a {@link RunRow}: no results. */
const runColumns = `run_id, status, result, score, requested_at, finished_at, ruleset, error_code, error_message,
        capped_by, changes::text as changes`

/** The runs of a report, newest first: run ids are UUIDv7. */
export async function findRuns(q: Queryable, accountId: string, reportId: string, limit: number): Promise<RunRow[]> {
  const { rows } = await q.query<RunRow>({
    name: 'list-runs',
    text: `select ${runColumns}
      from run
      where account_id = $1 and report_id = $2
      order by run_id desc
      limit $3`,
    values: [accountId, reportId, limit],
  })
  return rows
}

export type ComparedRun = RunRow & {
  /** JSON text; null for a run that was not done. */
  results: string | null
}

/** A run and the one it is compared with: the one named by `withId`, else the newest done one before it. */
export async function findComparedRuns(
  q: Queryable,
  { accountId, reportId, runId }: RunKey,
  withId?: string,
): Promise<ComparedRun[]> {
  const { rows } = await q.query<ComparedRun>({
    name: withId === undefined ? 'find-compared-runs' : 'find-two-runs',
    text: `select ${runColumns}, results::text as results
      from run
      where account_id = $1 and report_id = $2 and run_id in ($3, ${withId === undefined ? doneBefore : '$4'})`,
    values: [accountId, reportId, runId, ...(withId === undefined ? [] : [withId])],
  })
  return rows
}

const doneBefore = `(
        select run_id from run
        where account_id = $1 and report_id = $2 and run_id < $3 and status = 'done'
        order by run_id desc
        limit 1
      )`

/** The status of each check in a done run, by the check's id. */
export async function findCheckStatuses(
  q: Queryable,
  { accountId, reportId, runId }: RunKey,
): Promise<Record<string, string>> {
  const { rows } = await q.query<{ check_id: string; status: string }>({
    name: 'find-check-statuses',
    text: `select key as check_id, value ->> 'status' as status
      from run, json_each(run.results)
      where account_id = $1 and report_id = $2 and run_id = $3`,
    values: [accountId, reportId, runId],
  })
  return Object.fromEntries(rows.map(({ check_id, status }) => [check_id, status]))
}

/** Deletes the results of a report's done runs but for the newest `kept`; all stay in the history with their score. */
export async function deleteOldResults(q: Queryable, accountId: string, reportId: string, kept: number): Promise<void> {
  await q.query({
    name: 'forget-old-results',
    text: `update run set results = null, categories = null
      where account_id = $1 and report_id = $2 and results is not null and run_id < (
        select run_id from run
        where account_id = $1 and report_id = $2 and results is not null
        order by run_id desc
        offset $3 - 1
        limit 1
      )`,
    values: [accountId, reportId, kept],
  })
}
