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
  /** JSON text. */
  issues: string
}

export type NewSitePage = Omit<SitePageRow, 'number' | 'issues'> & { issues: object }

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
          issues)
      select $1, $2, $3::integer + page.ordinality - 1, url, status, failure, redirects_to, score, inlinks, clicks,
        in_sitemap, issues
      from rows from (
        json_to_recordset($4::json) as (url text, status smallint, failure text, redirects_to text, score smallint,
          inlinks integer, clicks integer, in_sitemap boolean, issues jsonb)
      ) with ordinality as page (url, status, failure, redirects_to, score, inlinks, clicks, in_sitemap, issues,
        ordinality)
      on conflict (account_id, site_report_id, number) do nothing`,
    values: [accountId, id, first, storableJson(pages)],
  })
}

/** Each sort as one ascending key of a page; `number` breaks ties. */
const sortKeys = {
  score: 'coalesce(score, 101)::integer',
  inlinks: '-inlinks',
  url: 'url',
} as const
export type PageSort = keyof typeof sortKeys
export const pageSorts = Object.keys(sortKeys) as PageSort[]

export type SitePagesQuery = {
  issue: string | undefined
  /** Only pages that do not have the issue in this report. */
  notIn: string | undefined
  sort: PageSort
  after: { key: string | number; number: number } | undefined
  limit: number
}

export type ListedSitePage = SitePageRow & { key: string | number }

/** Pages of a report: it has 10,000 at most, which are read and sorted for each call. */
export async function listSitePages(
  q: Queryable,
  { accountId, id }: SiteKey,
  { issue, notIn, sort, after, limit }: SitePagesQuery,
): Promise<ListedSitePage[]> {
  const key = sortKeys[sort]
  const values: unknown[] = [accountId, id, limit]
  const check = issue === undefined ? '' : `$${values.push(issue)}`
  const withIssue = issue === undefined ? '' : `and issues ? ${check}`
  const newly =
    issue === undefined || notIn === undefined
      ? ''
      : `and not exists (select from site_page other where other.account_id = $1
          and other.site_report_id = $${values.push(notIn)} and other.url = page.url and other.issues ? ${check})`
  const further =
    after === undefined ? '' : `and (${key}, number) > ($${values.push(after.key)}, $${values.push(after.number)})`
  const { rows } = await q.query<ListedSitePage>({
    text: `select number, url, status, failure, redirects_to, score, inlinks, clicks, in_sitemap,
        issues::text as issues, ${key} as key
      from site_page page where account_id = $1 and site_report_id = $2 ${withIssue} ${newly} ${further}
      order by ${key}, number limit $3`,
    values,
  })
  return rows
}
