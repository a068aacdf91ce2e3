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

/** Stores the numbers of the pages with an issue, for each that has at most so many. The pages are stored before. */
export async function setIssuePages(q: Queryable, { accountId, id }: SiteKey, maxPages: number): Promise<void> {
  await q.query({
    name: 'set-issue-pages',
    text: `update site_issue issue set page_numbers = found.numbers
      from (
        select check_id, array_agg(number) as numbers from site_page, jsonb_object_keys(issues) as check_id
        where account_id = $1 and site_report_id = $2 group by check_id having count(*) <= $3
      ) as found
      where issue.account_id = $1 and issue.site_report_id = $2 and issue.check_id = found.check_id`,
    values: [accountId, id, maxPages],
  })
}

/** How much of the groups of an issue is read. */
export type GroupsRead = 'all' | 'excerpt' | 'brief'

/** The first groups of an issue, with the first of their pages. */
const firstGroups = (groups: number, pages: number) => `(
        select coalesce(json_agg(json_build_object('severity', one -> 'severity', 'cause', one -> 'cause',
          'pages', one -> 'pages', 'first_pages', (
            select coalesce(json_agg(page order by m), '[]'::json)
            from json_array_elements(one -> 'first_pages') with ordinality as listed (page, m) where m <= ${pages}
          )) order by n), '[]'::json)::text
        from json_array_elements(groups) with ordinality as each (one, n) where n <= ${groups}
      )`

/** All groups of an issue, or the first ones: as many as its share of the bytes has room for. */
const groupsInShare = `case when octet_length(groups::text) <= $4 / issues then groups::text else (
        select coalesce(json_agg(one order by n), '[]'::json)::text
        from (
          select one, n, sum(octet_length(one::text) + 2) over (order by n) as bytes
          from json_array_elements(groups) with ordinality as each (one, n)
        ) measured
        where bytes <= $4 / issues
      ) end`

const groupsText: Record<GroupsRead, string> = {
  all: groupsInShare,
  excerpt: firstGroups(10, 5),
  brief: firstGroups(3, 0),
}

/** Of the causes in a reply: a message has 16 MB. */
const maxGroupBytes = 8_000_000

/** The issues of a report, or the one of a check; all together have 8 MB of groups. */
export async function findSiteIssues(
  q: Queryable,
  { accountId, id }: SiteKey,
  { check, groups }: { check: string | undefined; groups: GroupsRead },
): Promise<SiteIssueRow[]> {
  const { rows } = await q.query<SiteIssueRow>({
    name: `find-site-issues, groups: ${groups}`,
    text: `select check_id, kind, severity, title, message, fix, category, weight, pages,
        ${groupsText[groups]} as groups, groups_total, added, same, gone, not_requested
      from (
        select *, count(*) over () as issues from site_issue
        where account_id = $1 and site_report_id = $2 and ($3::text is null or check_id = $3)
      ) issue
      order by number`,
    values: [accountId, id, check ?? null, ...(groups === 'all' ? [maxGroupBytes] : [])],
  })
  return rows
}

export type ComparedCheck = { check_id: string; severity: string; title: string } & IssueCounts

/**
 * Compares the pages of two reports, check by check. `gone` are pages that had the issue in `before` alone; those of
 * them that the newer report did not request are counted in `not_requested` as well. A page on which the newer report
 * ignores the check is not gone; one on which only `before` ignored it has it in both.
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
        select url, jsonb_object_keys(issues || ignored) as check_id, issues from site_page
        where account_id = $1 and site_report_id = $3
      ), requested as (
        select url, ignored from site_page where account_id = $1 and site_report_id = $2
      ), paired as (
        select check_id, mine.url is not null as in_mine, other.url is not null as in_other,
          mine.url is null and other.issues ? check_id and not coalesce(requested.ignored ? check_id, false) as is_gone,
          requested.url is not null as is_requested
        from mine
        full join other using (url, check_id)
        left join requested on requested.url = other.url
      ), counted as (
        select check_id,
          count(*) filter (where not in_other)::integer as added,
          count(*) filter (where in_mine and in_other)::integer as same,
          count(*) filter (where is_gone)::integer as gone,
          count(*) filter (where is_gone and not is_requested)::integer as not_requested
        from paired where in_mine or is_gone
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
