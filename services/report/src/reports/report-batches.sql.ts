import type { Queryable } from '@pagebell/postgres/database'
import type { NewReport, NewRun } from './reports.sql.ts'

/** Of each report of a batch. */
type Shared = Pick<NewReport, 'accountId' | 'privacy' | 'passwordHash' | 'traceparent'>
type OfOne = Omit<NewReport, keyof Shared>

/** Inserts several reports, each with its first run, which waits to be released. */
export async function insertReports(q: Queryable, reports: readonly OfOne[], shared: Shared): Promise<void> {
  await q.query({
    name: 'insert-reports',
    text: `with page as (
        select * from unnest($4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::text[])
          as page (id, run_id, project_id, project, url, host)
      ), made as (
        insert into report (account_id, id, run_id, project_id, project, url, privacy, password_hash, status, stage)
        select $1, id, run_id, project_id, project, url, $2, $3, 'queued', 'queued' from page
      )
      insert into run (account_id, report_id, run_id, status, released_at, host, traceparent)
      select $1, id, run_id, 'queued', null, host, $10 from page`,
    values: [
      shared.accountId,
      shared.privacy,
      shared.passwordHash ?? null,
      reports.map(({ id }) => id),
      reports.map(({ runId }) => runId),
      reports.map(({ projectId }) => projectId),
      reports.map(({ project }) => project),
      reports.map(({ url }) => url),
      reports.map(({ host }) => host),
      shared.traceparent ?? null,
    ],
  })
}

type SharedByRuns = Pick<NewRun, 'accountId' | 'traceparent'>

/** Inserts another run of each of several locked reports that have none in progress, as `insertRun` does. */
export async function insertRuns(
  q: Queryable,
  runs: readonly Omit<NewRun, keyof SharedByRuns>[],
  { accountId, traceparent }: SharedByRuns,
): Promise<void> {
  await q.query({
    name: 'insert-runs',
    text: `with next as (
        select * from unnest($2::uuid[], $3::uuid[], $4::text[]) as next (report_id, run_id, host)
      ), next_run as (
        insert into run (account_id, report_id, run_id, status, released_at, host, traceparent)
        select $1, report_id, run_id, 'queued', null, host, $5 from next
      )
      update report
      set run_id = next.run_id, status = 'queued', stage = 'queued', error_code = null, error_message = null,
        version = version + 1
      from next
      where report.account_id = $1 and report.id = next.report_id`,
    values: [
      accountId,
      runs.map(({ reportId }) => reportId),
      runs.map(({ runId }) => runId),
      runs.map(({ host }) => host),
      traceparent ?? null,
    ],
  })
}
