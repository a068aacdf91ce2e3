import type { Queryable } from '@pagebell/postgres/database'
import type { JudgedRun } from './judge-runs.ts'

type Row = {
  id: string
  ended_at: string
  score: number | null
  issues: JudgedRun['issues']
  valid_to: string | null
  /** The value of the check, which has no other one than a number of days. */
  valid_days: number | null
}

/** A check that passed has stored no date, only the whole days that were left when the run ended. */
export type RunWithCertificate = JudgedRun & { validTo: string | null; validDays: number | null }

const toRun = ({ id, ended_at, score, issues, valid_to, valid_days }: Row): RunWithCertificate => ({
  id,
  endedAt: ended_at,
  score,
  issues,
  validTo: valid_to,
  validDays: valid_days,
})

type ProjectKey = { accountId: string; projectId: string; project: string }

/**
 * The last `limit` done site reports of each host of a project, the newest first, in which the pages that only warn are
 * counted. Another host is another site.
 */
export async function findSiteRuns(
  q: Queryable,
  { accountId, projectId, project }: ProjectKey,
  limit: number,
): Promise<Map<string, RunWithCertificate[]>> {
  const { rows } = await q.query<Row & { host: string }>({
    name: 'find-judged-site-reports',
    text: `with report as (
        select id, ended_at, score, host, row_number() over (partition by host order by id desc) as place
        from site_report
        where account_id = $1 and project = $3 and project_id = $2 and status = 'done'
      ), warned as materialized (
        select site_report_id, found.check_id, count(*) as pages
        from site_page, jsonb_each(issues) as found (check_id, issue)
        where account_id = $1 and site_report_id in (select id from report where place = 1)
          and issue ->> 'severity' = 'warn'
        group by site_report_id, found.check_id
      )
      select report.host, report.id, report.ended_at, report.score, null as valid_to, null as valid_days,
        coalesce((
          select jsonb_object_agg(check_id, jsonb_build_object('severity', severity, 'title', title, 'pages', issue.pages,
            'failing', issue.pages - coalesce(warned.pages, 0)))
          from site_issue issue left join warned using (site_report_id, check_id)
          where issue.account_id = $1 and issue.site_report_id = report.id
        ), '{}') as issues
      from report where place <= $4
      order by report.id desc`,
    values: [accountId, projectId, project, limit],
  })
  const runs = new Map<string, RunWithCertificate[]>()
  for (const [host, ofHost] of Map.groupBy(rows, (row) => row.host)) runs.set(host, ofHost.map(toRun))
  return runs
}

export type JudgedReport = { id: string; url: string }

/** A report of a project; undefined if it was deleted. */
export async function findJudgedReport(
  q: Queryable,
  { accountId, projectId }: Pick<ProjectKey, 'accountId' | 'projectId'>,
  id: string,
): Promise<JudgedReport | undefined> {
  const { rows } = await q.query<JudgedReport>({
    name: 'find-judged-report',
    text: 'select id, url from report where account_id = $1 and project_id = $2 and id = $3',
    values: [accountId, projectId, id],
  })
  return rows[0]
}

/** The done runs of a report that still have results, the newest first, without the checks that were ignored. */
export async function findPageRuns(
  q: Queryable,
  { accountId, reportId }: { accountId: string; reportId: string },
  limit: number,
): Promise<RunWithCertificate[]> {
  const { rows } = await q.query<Row>({
    name: 'find-judged-runs',
    text: `select run_id as id, finished_at as ended_at, score,
        case when results #> '{tls_certificate,ignored}' is null
          then results #>> '{tls_certificate,evidence,0,valid_to}' end as valid_to,
        case when results #> '{tls_certificate,ignored}' is null
          then results #> '{tls_certificate,value}' end as valid_days, coalesce((
          select jsonb_object_agg(key, jsonb_build_object('severity', value ->> 'status', 'title', value ->> 'title'))
          from json_each(results)
          where value ->> 'status' in ('warn', 'fail') and value -> 'ignored' is null
        ), '{}') as issues
      from run
      where account_id = $1 and report_id = $2 and status = 'done' and results is not null
      order by run_id desc limit $3`,
    values: [accountId, reportId, limit],
  })
  return rows.map(toRun)
}
