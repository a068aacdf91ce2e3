import type { Queryable } from '@pagebell/postgres/database'

export type SiteKey = { accountId: string; id: string }
export type SiteStatus = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'

export type SiteReportRow = {
  account_id: string
  id: string
  created_at: string
  project_id: string
  project: string
  url: string
  starts: string[]
  max_pages: number
  include: string[]
  exclude: string[]
  status: SiteStatus
  attempt: number
  started_at: string | null
  ended_at: string | null
  requested: number
  failed: number
  waiting: number
  score: number | null
  result: string | null
  capped_by: string | null
  is_partial: boolean
  /** JSON text; null in a list. */
  summary: string | null
  /** Null once that report is deleted. */
  compared_with: string | null
  privacy: number
  /** Whether search engines may list its public page. */
  listed: boolean
  error_code: string | null
  error_message: string | null
  /** Issues of each severity. */
  fails: number
  warns: number
}

/** The report before as long as it exists: pages lead to it. */
const comparedWith = `(select other.id from site_report other
          where other.account_id = site_report.account_id and other.id = site_report.compared_with) as compared_with`

const listColumns = `account_id, id, created_at, project_id, project, url, starts, max_pages, include, exclude,
        status, attempt, started_at, ended_at, requested, failed, waiting,
        score, result, capped_by, is_partial, ${comparedWith}, privacy, listed, error_code, error_message`

const issueCounts = ['fail', 'warn']
  .map(
    (severity) => `(select count(*)::integer from site_issue
        where site_issue.account_id = site_report.account_id and site_report_id = site_report.id
          and severity = '${severity}') as ${severity}s`,
  )
  .join(', ')

export type NewSiteReport = SiteKey & {
  projectId: string
  project: string
  url: string
  host: string
  starts: string[]
  maxPages: number
  include: string[]
  exclude: string[]
  privacy: number
  passwordHash: string | undefined
}

/** Queues a report; undefined if the project has one that has not ended. */
export async function insertSiteReport(q: Queryable, report: NewSiteReport): Promise<SiteReportRow | undefined> {
  const { accountId, id, projectId, project, url, host, starts, maxPages, include, exclude, privacy } = report
  const { rows } = await q.query<SiteReportRow>({
    name: 'insert-site-report',
    text: `insert into site_report
        (account_id, id, project_id, project, url, host, starts, max_pages, include, exclude, privacy,
          password_hash, charged_on)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, (statement_timestamp() at time zone 'UTC')::date)
      on conflict (account_id, project_id) where status in ('queued', 'running') do nothing
      returning ${listColumns}, null as summary, 0 as fails, 0 as warns`,
    values: [
      accountId,
      id,
      projectId,
      project,
      url,
      host,
      starts,
      maxPages,
      include,
      exclude,
      privacy,
      report.passwordHash ?? null,
    ],
  })
  return rows[0]
}

/** The id of the report of a project that has not ended. */
export async function findUnderWay(q: Queryable, accountId: string, projectId: string): Promise<string | undefined> {
  const { rows } = await q.query<{ id: string }>({
    name: 'find-site-report-under-way',
    text: `select id from site_report where account_id = $1 and project_id = $2 and status in ('queued', 'running')`,
    values: [accountId, projectId],
  })
  return rows[0]?.id
}

export async function findSiteReport(q: Queryable, { accountId, id }: SiteKey): Promise<SiteReportRow | undefined> {
  const { rows } = await q.query<SiteReportRow>({
    name: 'find-site-report',
    text: `select ${listColumns}, ${issueCounts},
        summary::text as summary from site_report where account_id = $1 and id = $2`,
    values: [accountId, id],
  })
  return rows[0]
}

export type SiteListFilter = { accountId: string; project: string | undefined; before: string | undefined }

/** Newest first. */
export async function listSiteReports(
  q: Queryable,
  { accountId, project, before }: SiteListFilter,
  limit: number,
): Promise<SiteReportRow[]> {
  const values: unknown[] = [accountId, limit]
  const ofProject = project === undefined ? '' : `and project = $${values.push(project)}`
  const further = before === undefined ? '' : `and id < $${values.push(before)}`
  const { rows } = await q.query<SiteReportRow>({
    name: `list-site-reports${project === undefined ? '' : ' of a project'}${before === undefined ? '' : ' after one'}`,
    text: `select ${listColumns}, null as summary, ${issueCounts} from site_report
      where account_id = $1 ${ofProject} ${further}
      order by id desc limit $2`,
    values,
  })
  return rows
}

export async function deleteSiteReport(q: Queryable, { accountId, id }: SiteKey): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'delete-site-report',
    text: 'delete from site_report where account_id = $1 and id = $2',
    values: [accountId, id],
  })
  return rowCount > 0
}

/**
 * Deletes the reports of a project that have ended but for its newest `newest`, and the newest `doneOfHost` of each host
 * that are done: of more than `total` those, the last one of each host before the others.
 */
export async function deleteOldSiteReports(
  q: Queryable,
  { accountId, projectId }: { accountId: string; projectId: string },
  { newest, doneOfHost, total }: { newest: number; doneOfHost: number; total: number },
): Promise<void> {
  await q.query({
    name: 'delete-old-site-reports',
    text: `with ended as (
        select id, status, row_number() over (order by id desc) as place,
          row_number() over (partition by host, status = 'done' order by id desc) as place_of_host
        from site_report
        where account_id = $1 and project_id = $2 and status in ('done', 'failed', 'cancelled')
      ), kept as (
        select id from ended where place <= $3 or status = 'done' and place_of_host <= $4
        order by place > $3, place_of_host, id desc limit $5
      )
      delete from site_report where account_id = $1 and id in (select id from ended except select id from kept)`,
    values: [accountId, projectId, newest, doneOfHost, total],
  })
}

/** Deletes up to `limit` reports of a project; returns how many. */
export async function deleteProjectSiteReports(
  q: Queryable,
  { accountId, projectId }: { accountId: string; projectId: string },
  limit: number,
): Promise<number> {
  const { rowCount } = await q.query({
    name: 'delete-project-site-reports',
    text: `delete from site_report where account_id = $1 and id in (
        select id from site_report where account_id = $1 and project_id = $2 limit $3 for update
      )`,
    values: [accountId, projectId, limit],
  })
  return rowCount
}
