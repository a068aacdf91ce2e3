import type { Queryable } from '@pagebell/postgres/database'
import { storableJson } from '@pagebell/postgres/storable-json'
import type { SiteKey } from './site-reports.sql.ts'

export type SitePageRow = {
  number: number
  url: string
  status: number | null
  failure: string | null
  redirects_to: string | null
  score: number | null
  inlinks: number
  clicks: number | null
  in_sitemap: boolean
  /** JSON text, as `ignored`. */
  issues: string
  /** What does not count. */
  ignored: string
}

export type NewSitePage = Omit<SitePageRow, 'number' | 'issues' | 'ignored'> & { issues: object; ignored: object }

/** Stores pages from this number on; those that are stored stay as they are. */
export async function insertSitePages(
  q: Queryable,
  { accountId, id }: SiteKey,
  first: number,
  pages: readonly NewSitePage[],
): Promise<void> {
  await q.query({
    name: 'insert-site-pages',
    text: `insert into site_page
        (account_id, site_report_id, number, url, status, failure, redirects_to, score, inlinks, clicks, in_sitemap,
          issues, ignored)
      select $1, $2, $3::integer + page.ordinality - 1, url, status, failure, redirects_to, score, inlinks, clicks,
        in_sitemap, issues, ignored
      from rows from (
        json_to_recordset($4::json) as (url text, status smallint, failure text, redirects_to text, score smallint,
          inlinks integer, clicks integer, in_sitemap boolean, issues jsonb, ignored jsonb)
      ) with ordinality as page (url, status, failure, redirects_to, score, inlinks, clicks, in_sitemap, issues,
        ignored, ordinality)
      on conflict (account_id, site_report_id, number) do nothing`,
    values: [accountId, id, first, storableJson(pages)],
  })
}

/** Each sort as one ascending key of a page, by which it is indexed; `number` breaks ties. */
const sortKeys = {
  score: 'score_order',
  inlinks: 'inlinks_order',
  url: 'url',
} as const
export type PageSort = keyof typeof sortKeys
export const pageSorts = Object.keys(sortKeys) as PageSort[]

export type SitePagesQuery = {
  issue: string | undefined
  /** Only pages that do not have the issue in this report, not even as one that is ignored. */
  notIn: string | undefined
  sort: PageSort
  after: { key: string | number; number: number } | undefined
  limit: number
  /** Of all pages together; one page is read whatever its size. */
  maxBytes: number
}

export type ListedSitePage = SitePageRow & { key: string | number }
/** `isCut`: further pages were found, for which there were no bytes left. */
export type FoundSitePages = { pages: ListedSitePage[]; isCut: boolean }

/** The numbers of the pages with an issue where they are few; null where they are not. */
async function findIssuePages(q: Queryable, { accountId, id }: SiteKey, check: string): Promise<number[] | null> {
  const { rows } = await q.query<{ page_numbers: number[] | null }>({
    name: 'find-issue-pages',
    text: `select page_numbers from site_issue where account_id = $1 and site_report_id = $2 and check_id = $3`,
    values: [accountId, id, check],
  })
  return rows[0]?.page_numbers ?? null
}

/**
 * The next pages of a report in an order. They are read by the index of the order, or by their numbers where an issue has
 * few; only what is returned is converted to text.
 */
export async function listSitePages(
  q: Queryable,
  { accountId, id }: SiteKey,
  { issue, notIn, sort, after, limit, maxBytes }: SitePagesQuery,
): Promise<FoundSitePages> {
  const key = sortKeys[sort]
  const values: unknown[] = [accountId, id, limit, maxBytes]
  const check = issue === undefined ? '' : `$${values.push(issue)}`
  const withIssue = issue === undefined ? '' : `and issues ? ${check}`
  const few = issue === undefined ? null : await findIssuePages(q, { accountId, id }, issue)
  const amongFew = few === null ? '' : `and number = any($${values.push(few)}::integer[])`
  const newly =
    issue === undefined || notIn === undefined
      ? ''
      : `and not exists (select from site_page other where other.account_id = $1
          and other.site_report_id = $${values.push(notIn)} and other.url = page.url
          and (other.issues ? ${check} or other.ignored ? ${check}))`
  const further =
    after === undefined ? '' : `and (${key}, number) > ($${values.push(after.key)}, $${values.push(after.number)})`
  const { rows } = await q.query<ListedSitePage & { found: number }>({
    text: `with listed as (
        select *, ${key} as key from site_page page
        where account_id = $1 and site_report_id = $2 ${withIssue} ${amongFew} ${newly} ${further}
        order by ${key}, number limit $3
      ), found as (
        select number, url, status, failure, redirects_to, score, inlinks, clicks, in_sitemap,
          issues::text as issues, ignored::text as ignored, key
        from listed
      ), measured as (
        select *, count(*) over ()::integer as found, row_number() over (order by key, number) as place,
          sum(octet_length(url) + coalesce(octet_length(redirects_to), 0) + octet_length(issues)
            + octet_length(ignored)) over (order by key, number) as bytes
        from found
      )
      select number, url, status, failure, redirects_to, score, inlinks, clicks, in_sitemap, issues, ignored, key, found
      from measured where bytes <= $4 or place = 1
      order by key, number`,
    values,
  })
  return { pages: rows, isCut: rows.length < (rows[0]?.found ?? 0) }
}
