import type { Queryable } from '@pagebell/postgres/database'
import { storableJson } from '@pagebell/postgres/storable-json'
import type { SiteKey } from './site-reports.sql.ts'

export type IssueCounts = { added: number; same: number; gone: number; not_requested: number }

type IssueFields = {
  check_id: string
  kind: string
  severity: string
  title: string
  message: string
  fix: string
  category: string
  weight: number
  pages: number
  groups_total: number
}
/** `groups` is JSON text; without a report before, there are no counts. */
export type SiteIssueRow = IssueFields & { groups: string } & { [Count in keyof IssueCounts]: number | null }
export type NewSiteIssue = IssueFields & { groups: object }

export async function insertSiteIssues(
  q: Queryable,
  { accountId, id }: SiteKey,
  issues: readonly NewSiteIssue[],
): Promise<void> {
  await q.query({
    name: 'insert-site-issues',
    text: `insert into site_issue (account_id, site_report_id, number, check_id, kind, severity, title, message, fix,
        category, weight, pages, groups, groups_total)
      select $1, $2, issue.ordinality, check_id, kind, severity, title, message, fix, category, weight, pages, groups,
        groups_total
      from rows from (
        json_to_recordset($3::json) as (check_id text, kind text, severity text, title text, message text, fix text,
          category text, weight smallint, pages integer, groups json, groups_total integer)
      ) with ordinality as issue (check_id, kind, severity, title, message, fix, category, weight, pages, groups,
        groups_total, ordinality)`,
    values: [accountId, id, storableJson(issues)],
  })
}

/** The first three groups of an issue, without their pages. */
const briefGroups = `(
        select coalesce(json_agg(json_build_object('severity', one -> 'severity', 'cause', one -> 'cause',
          'pages', one -> 'pages', 'first_pages', '[]'::json) order by n), '[]'::json)::text
        from json_array_elements(groups) with ordinality as each (one, n) where n <= 3
      )`

/** The issues of a report, or the one of a check. */
export async function findSiteIssues(
  q: Queryable,
  { accountId, id }: SiteKey,
  { check, isBrief }: { check: string | undefined; isBrief: boolean },
): Promise<SiteIssueRow[]> {
  const { rows } = await q.query<SiteIssueRow>({
    name: `find-site-issues${isBrief ? ' briefly' : ''}`,
    text: `select check_id, kind, severity, title, message, fix, category, weight, pages,
        ${isBrief ? briefGroups : 'groups::text'} as groups, groups_total, added, same, gone, not_requested
      from site_issue
      where account_id = $1 and site_report_id = $2 and ($3::text is null or check_id = $3) order by number`,
    values: [accountId, id, check ?? null],
  })
  return rows
}

export type ComparedCheck = { check_id: string; severity: string; title: string } & IssueCounts

/**
 * Compares the pages of two reports, check by check. `gone` are pages that had the issue in `before` alone; those of
 * them that the newer report did not request are counted in `not_requested` as well.
 */
export async function compareIssues(
  q: Queryable,
  { accountId, id }: SiteKey,
  before: string,
): Promise<ComparedCheck[]> {
  const { rows } = await q.query<ComparedCheck>({
    name: 'compare-site-issues',
    text: `with mine as (
        select url, jsonb_object_keys(issues) as check_id from site_page
        where account_id = $1 and site_report_id = $2
      ), other as (
        select url, jsonb_object_keys(issues) as check_id from site_page
        where account_id = $1 and site_report_id = $3
      ), requested as (
        select url from site_page where account_id = $1 and site_report_id = $2
      ), counted as (
        select check_id,
          count(*) filter (where other.url is null)::integer as added,
          count(*) filter (where mine.url is not null and other.url is not null)::integer as same,
          count(*) filter (where mine.url is null)::integer as gone,
          count(*) filter (where mine.url is null and requested.url is null)::integer as not_requested
        from mine
        full join other using (url, check_id)
        left join requested on requested.url = other.url
        group by check_id
      )
      select check_id, counted.added, counted.same, counted.gone, counted.not_requested, issue.severity, issue.title
      from counted cross join lateral (
        select severity, title from site_issue
        where account_id = $1 and site_report_id in ($2, $3) and site_issue.check_id = counted.check_id
        order by site_report_id = $2 desc limit 1
      ) as issue
      order by counted.added + counted.gone desc, check_id`,
    values: [accountId, id, before],
  })
  return rows
}

/** Stores what has changed in the issues of a report since the one before. */
export async function setIssueChanges(
  q: Queryable,
  { accountId, id }: SiteKey,
  changes: readonly ComparedCheck[],
): Promise<void> {
  await q.query({
    name: 'set-issue-changes',
    text: `update site_issue set added = change.added, same = change.same, gone = change.gone,
        not_requested = change.not_requested
      from json_to_recordset($3::json) as change (check_id text, added integer, same integer, gone integer,
        not_requested integer)
      where account_id = $1 and site_report_id = $2 and site_issue.check_id = change.check_id`,
    values: [accountId, id, JSON.stringify(changes)],
  })
}
