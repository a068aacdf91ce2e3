import type { Queryable } from '@pagebell/postgres/database'

export type RunKey = { accountId: string; reportId: string; runId: string }

export type ReportOfRun = {
  account_id: string
  project_id: string
  project: string
  url: string
  status: string
  done_run_id: string | null
  /** Of the newest done run. */
  result: 'good' | 'decent' | 'bad' | null
  score: number | null
}

/**
 * Locks the report of a run, before the run is changed. Returns undefined once the run has ended.
 */
export async function lockReportOfRun(q: Queryable, runId: string, reportId: string): Promise<ReportOfRun | undefined> {
  const { rows } = await q.query<ReportOfRun>({
    name: 'lock-report-of-run',
    text: `select report.account_id, report.project_id, report.project, report.url, report.status,
        report.done_run_id, report.result, report.score
      from run
      join report on report.account_id = run.account_id and report.id = run.report_id and report.run_id = run.run_id
      where run.run_id = $1 and run.report_id = $2 and run.status in ('queued', 'running')
      for no key update of report`,
    values: [runId, reportId],
  })
  return rows[0]
}

/** Records that an analyzer works on the run. Returns false, without a change, once the run has ended. */
export async function recordHeartbeat(q: Queryable, { accountId, reportId, runId }: RunKey): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'start-run',
    text: `with begun as (
        update run
        set status = 'running', last_sign_at = clock_timestamp(),
          released_at = coalesce(released_at, clock_timestamp())
        where account_id = $1 and report_id = $2 and run_id = $3 and status in ('queued', 'running')
        returning released_at
      ), noted as (
        update newest_begun set released_at = begun.released_at
        from begun
        where newest_begun.released_at < begun.released_at - interval '10 seconds'
      )
      select released_at from begun`,
    values: [accountId, reportId, runId],
  })
  return rowCount > 0
}

/** Copies the status and stage of the newest run to its report; the version rises only if they change. */
export async function setStage(
  q: Queryable,
  { accountId, reportId, runId }: RunKey,
  status: 'queued' | 'running',
  stage: string,
): Promise<void> {
  await q.query({
    name: 'show-stage',
    text: `update report set status = $4, stage = $5, version = version + 1
      where account_id = $1 and id = $2 and run_id = $3 and (status, stage) is distinct from ($4, $5)`,
    values: [accountId, reportId, runId, status, stage],
  })
}

export type StoredRating = {
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

/** Ends a run and its report with a rating, and counts it in its day. Returns false, without a change, once the run has ended. */
export async function endRunDone(
  q: Queryable,
  { accountId, reportId, runId }: RunKey,
  rating: StoredRating,
): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'end-run-done',
    text: `with ended as (
        update run
        set status = 'done', finished_at = clock_timestamp(), last_sign_at = clock_timestamp(),
          result = $4, score = $5, ruleset = $6, results = $8::json, categories = $9::json, changes = $10::jsonb,
          capped_by = $11, final_url = $12, notes = $13
        where account_id = $1 and report_id = $2 and run_id = $3 and status in ('queued', 'running')
        returning account_id, report_id, run_id
      ), counted as (
        insert into score_days as d (account_id, project_id, day, runs, scores)
        select r.account_id, r.project_id, (clock_timestamp() at time zone 'UTC')::date, 1, $5
        from ended join report r on r.account_id = ended.account_id and r.id = ended.report_id
        on conflict (account_id, project_id, day) do update set runs = d.runs + 1, scores = d.scores + excluded.scores
      )
      update report
      set status = 'done', stage = null, error_code = null, error_message = null, done_run_id = ended.run_id,
        score_before = report.score, result = $4, score = $5, ruleset = $6, analyzed_at = $7, version = version + 1
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
  })
  return rowCount > 0
}

export type RunError = { code: string; message: string }

/**
 * Ends a run without a rating; the report keeps the result of its last done run. Returns false, without a change, once
 * the run has ended.
 */
export async function endRunFailed(
  q: Queryable,
  { accountId, reportId, runId }: RunKey,
  error: RunError,
): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'end-run-failed',
    text: `with ended as (
        update run
        set status = 'failed', finished_at = clock_timestamp(), last_sign_at = clock_timestamp(),
          error_code = $4, error_message = $5
        where account_id = $1 and report_id = $2 and run_id = $3 and status in ('queued', 'running')
        returning account_id, report_id, run_id
      )
      update report
      set status = 'failed', stage = null, error_code = $4, error_message = $5, version = version + 1
      from ended
      where report.account_id = ended.account_id and report.id = ended.report_id and report.run_id = ended.run_id`,
    values: [accountId, reportId, runId, error.code, error.message],
  })
  return rowCount > 0
}
