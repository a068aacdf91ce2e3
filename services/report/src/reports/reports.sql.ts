import type { Queryable } from '@pagebell/postgres/database'

export type ReportRow = {
  id: string
  url: string
  project: string
  status: 'queued' | 'running' | 'done' | 'failed'
  stage: string | null
  result: 'good' | 'decent' | 'bad' | null
  score: number | null
  privacy: number
  created_at: string
  analyzed_at: string | null
  ruleset: string | null
  error_code: string | null
  error_message: string | null
  version: number
  /** Whether search engines may list its public page. */
  listed: boolean
}

/** The columns of a {@link ReportRow}: no results, no password. */
export const reportColumns = `id, url, project, status, stage, result, score, privacy, created_at, analyzed_at, ruleset,
  error_code, error_message, version, listed`

const qualifiedColumns = reportColumns
  .split(',')
  .map((column) => `report.${column.trim()}`)
  .join(', ')

export type ReportWithResults = ReportRow & {
  /** JSON texts, not parsed. */
  results: string | null
  categories: string | null
  capped_by: string | null
  final_url: string | null
  notes: string[] | null
}

/** Reports with the results of their newest done run, in no order. */
export async function findReports(
  q: Queryable,
  accountId: string,
  ids: readonly string[],
): Promise<ReportWithResults[]> {
  const { rows } = await q.query<ReportWithResults>({
    name: 'find-reports',
    text: `select ${qualifiedColumns}, run.results::text as results, run.categories::text as categories,
        run.capped_by, run.final_url, run.notes
      from report
      left join run on run.account_id = report.account_id and run.report_id = report.id and run.run_id = report.done_run_id
      where report.account_id = $1 and report.id = any ($2::uuid[])`,
    values: [accountId, ids],
  })
  return rows
}

export type PublicReport = {
  id: string
  accountId: string
  /** Of a report behind a password, else null. */
  passwordHash: string | null
}

/** A report of any account, unless it is private. */
export async function findPublicReport(q: Queryable, id: string): Promise<PublicReport | undefined> {
  const { rows } = await q.query<{ account_id: string; password_hash: string | null }>({
    name: 'find-public-report',
    text: 'select account_id, password_hash from report where id = $1 and privacy in (0, 2)',
    values: [id],
  })
  return rows[0] && { id, accountId: rows[0].account_id, passwordHash: rows[0].password_hash }
}

export type LockedReport = ReportRow & { has_password: boolean }

/**
 * Locks a report. Every transaction locks it before it changes the report or one of its runs, in the same order, which
 * prevents deadlocks.
 */
export async function lockReport(q: Queryable, accountId: string, id: string): Promise<LockedReport | undefined> {
  const { rows } = await q.query<LockedReport>({
    name: 'lock-report',
    text: `select ${reportColumns}, password_hash is not null as has_password
      from report where account_id = $1 and id = $2
      for no key update`,
    values: [accountId, id],
  })
  return rows[0]
}

export type NewReport = {
  accountId: string
  id: string
  runId: string
  projectId: string
  project: string
  url: string
  privacy: number
  passwordHash: string | undefined
  /** Host and port of the URL. */
  host: string
  traceparent: string | undefined
}

/** Inserts a report and its first run, which waits to be released. */
export async function insertReport(q: Queryable, report: NewReport): Promise<ReportRow> {
  const { rows } = await q.query<ReportRow>({
    name: 'insert-report',
    text: `with made as (
        insert into report (account_id, id, run_id, project_id, project, url, privacy, password_hash, status, stage)
        values ($1, $2, $3, $4, $5, $6, $7, $8, 'queued', 'queued')
        returning *
      ), first_run as (
        insert into run (account_id, report_id, run_id, status, released_at, host, traceparent)
        select account_id, id, run_id, 'queued', null, $9, $10 from made
      )
      select ${reportColumns} from made`,
    values: [
      report.accountId,
      report.id,
      report.runId,
      report.projectId,
      report.project,
      report.url,
      report.privacy,
      report.passwordHash ?? null,
      report.host,
      report.traceparent ?? null,
    ],
  })
  const [inserted] = rows
  if (inserted === undefined) throw new Error('An inserted report was not returned.')
  return inserted
}

export type NewRun = {
  accountId: string
  reportId: string
  runId: string
  /** Host and port of the report's URL. */
  host: string
  traceparent: string | undefined
}

/**
 * Inserts another run of a locked report that has none in progress; it waits to be released. The report keeps the
 * result of its last done run.
 */
export async function insertRun(q: Queryable, run: NewRun): Promise<void> {
  await q.query({
    name: 'insert-run',
    text: `with next_run as (
        insert into run (account_id, report_id, run_id, status, released_at, host, traceparent)
        values ($1, $2, $3, 'queued', null, $4, $5)
      )
      update report
      set run_id = $3, status = 'queued', stage = 'queued', error_code = null, error_message = null, version = version + 1
      where account_id = $1 and id = $2`,
    values: [run.accountId, run.reportId, run.runId, run.host, run.traceparent ?? null],
  })
}

/** Sets whether search engines may list the public page of a report. */
export async function updateListed(q: Queryable, accountId: string, id: string, listed: boolean): Promise<void> {
  await q.query({
    name: 'update-listed',
    text: 'update report set listed = $3, version = version + 1 where account_id = $1 and id = $2',
    values: [accountId, id, listed],
  })
}

/** Without a new hash a password-protected report keeps its stored one. */
export async function updatePrivacy(
  q: Queryable,
  accountId: string,
  id: string,
  privacy: number,
  passwordHash: string | undefined,
): Promise<void> {
  await q.query({
    name: 'update-privacy',
    text: `update report
      set privacy = $3::smallint, password_hash = case when $3::smallint = 2 then coalesce($4, password_hash) end, version = version + 1
      where account_id = $1 and id = $2`,
    values: [accountId, id, privacy, passwordHash ?? null],
  })
}

/** Deletes a report and, by cascade, its runs. Returns whether it existed. */
export async function deleteReport(q: Queryable, accountId: string, id: string): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'delete-report',
    text: 'delete from report where account_id = $1 and id = $2',
    values: [accountId, id],
  })
  return rowCount > 0
}

export type ReportKey = { accountId: string; id: string }

/** The ids of the given reports whose newest run has ended or that no longer exist. */
export async function findEndedReports(q: Queryable, keys: readonly ReportKey[]): Promise<string[]> {
  const { rows } = await q.query<{ id: string }>({
    name: 'find-ended-reports',
    text: `select wanted.id
      from unnest($1::uuid[], $2::uuid[]) as wanted (account_id, id)
      left join report using (account_id, id)
      where report.status is null or report.status in ('done', 'failed')`,
    values: [keys.map(({ accountId }) => accountId), keys.map(({ id }) => id)],
  })
  return rows.map(({ id }) => id)
}
