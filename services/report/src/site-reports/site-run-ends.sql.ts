import type { Queryable } from '@pagebell/postgres/database'
import { storableJson, storableText } from '@pagebell/postgres/storable-json'
import type { RunKey } from './site-runs.sql.ts'

type ReportKey = Pick<RunKey, 'accountId' | 'id'>

export type SiteOutcome = {
  /** Where the redirects of the start page led. */
  url: string
  score: number | null
  result: string | null
  cappedBy: string | null
  isPartial: boolean
  requested: number
  failed: number
  waiting: number
  summary: object
}

/** Ends a report with its result; the project and host of the report if the attempt is the newest and has not ended. */
export async function endDone(
  q: Queryable,
  { accountId, id, attempt }: RunKey,
  outcome: SiteOutcome,
): Promise<{ project_id: string; project: string } | undefined> {
  const { url, score, result, cappedBy, isPartial, requested, failed, waiting, summary } = outcome
  const { rows } = await q.query<{ project_id: string; project: string }>({
    name: 'end-site-report-done',
    text: `update site_report set status = 'done', ended_at = clock_timestamp(), url = $4, score = $5, result = $6,
        capped_by = $7, is_partial = $8, requested = $9, failed = $10, waiting = $11, summary = $12
      where account_id = $1 and id = $2 and attempt = $3 and status = 'running'
      returning project_id, project`,
    values: [
      accountId,
      id,
      attempt,
      url,
      score,
      result,
      cappedBy,
      isPartial,
      requested,
      failed,
      waiting,
      storableJson(summary),
    ],
  })
  return rows[0]
}

/** Ends a report that is running without a result; its project and address, or undefined if it is not running. */
export async function endFailed(
  q: Queryable,
  { accountId, id }: ReportKey,
  { code, message }: { code: string; message: string },
): Promise<{ project_id: string; project: string; url: string } | undefined> {
  const { rows } = await q.query<{ project_id: string; project: string; url: string }>({
    name: 'end-site-report-failed',
    text: `update site_report
      set status = 'failed', ended_at = clock_timestamp(), error_code = $3, error_message = $4
      where account_id = $1 and id = $2 and status = 'running'
      returning project_id, project, url`,
    values: [accountId, id, storableText(code), storableText(message)],
  })
  return rows[0]
}

/** Ends a report that has not ended; its project, or undefined if it has ended or there is none. */
export async function endCancelled(
  q: Queryable,
  { accountId, id }: ReportKey,
): Promise<{ project_id: string } | undefined> {
  const { rows } = await q.query<{ project_id: string }>({
    name: 'cancel-site-report',
    text: `update site_report set status = 'cancelled', ended_at = clock_timestamp()
      where account_id = $1 and id = $2 and status in ('queued', 'running')
      returning project_id`,
    values: [accountId, id],
  })
  return rows[0]
}

/** Gives back what a report of this day has not used of the pages that were counted for it. */
export async function giveBackPages(q: Queryable, { accountId, id }: ReportKey): Promise<void> {
  await q.query({
    name: 'give-back-site-pages',
    text: `update account_limits limits
      set day_used = greatest(0, limits.day_used - greatest(0, report.max_pages - report.requested))
      from site_report report
      where report.account_id = $1 and report.id = $2 and limits.account_id = $1 and limits.day = report.charged_on`,
    values: [accountId, id],
  })
}

/** The newest done report of the project before this one that is of the same host: another subdomain is another site. */
export async function findDoneBefore(
  q: Queryable,
  { accountId, id }: ReportKey,
  project: string,
): Promise<string | undefined> {
  const { rows } = await q.query<{ id: string }>({
    name: 'find-done-site-report-before',
    text: `select id from site_report
      where account_id = $1 and project = $3 and id < $2 and status = 'done'
        and host = (select host from site_report where account_id = $1 and id = $2)
      order by id desc limit 1`,
    values: [accountId, id, project],
  })
  return rows[0]?.id
}

export async function setComparedWith(q: Queryable, { accountId, id }: ReportKey, before: string): Promise<void> {
  await q.query({
    name: 'set-site-report-compared',
    text: 'update site_report set compared_with = $3 where account_id = $1 and id = $2',
    values: [accountId, id, before],
  })
}

/** Deletes the pages and issues that an attempt has stored. */
export async function deleteResult(q: Queryable, { accountId, id }: ReportKey): Promise<void> {
  for (const table of ['site_page', 'site_issue']) {
    await q.query({
      name: `delete-${table}-of-attempt`,
      text: `delete from ${table} where account_id = $1 and site_report_id = $2`,
      values: [accountId, id],
    })
  }
}
