import type { PathDigest } from '@pagebell/page-content/changing-blocks'
import type { Queryable } from '@pagebell/postgres/database'

type PageKey = { accountId: string; projectId: string; urlHash: Buffer }
export type ComparedPage = PageKey & { url: string; host: string }

/** Pages of a project that are compared when they are first seen. */
const maxFirstPages = 20
/** Changes within 24 hours after which a page is compared. */
const manyChanges = 3

/** Compares a page that is new, if it is one of the first of its project. */
export async function compareFirstPage(q: Queryable, page: ComparedPage): Promise<void> {
  await q.query({
    name: 'compare-first-page',
    text: `
      with counted as (
        update page_project set compared_pages = compared_pages + 1
        where account_id = $1 and project_id = $2 and compared_pages < ${maxFirstPages} returning key
      )
      insert into block_comparison (account_id, project_id, url_hash, url, host)
      select $1, $2, $3, $4, $5 from counted
      on conflict (account_id, project_id, url_hash) do nothing`,
    values: [page.accountId, page.projectId, page.urlHash, page.url, page.host],
  })
}

/** Counts a change of a page, and compares it with itself if it has changed often. */
export async function countChange(q: Queryable, page: ComparedPage): Promise<void> {
  await q.query({
    name: 'count-change',
    text: `
      with counted as (
        insert into page_change as c (account_id, project_id, url_hash) values ($1, $2, $3)
        on conflict (account_id, project_id, url_hash) do update set
          first_at = case when c.first_at > clock_timestamp() - interval '1 day' and c.changes < ${manyChanges}
            then c.first_at else excluded.first_at end,
          changes = case when c.first_at > clock_timestamp() - interval '1 day' and c.changes < ${manyChanges}
            then c.changes + 1 else 1 end
        returning changes
      )
      insert into block_comparison (account_id, project_id, url_hash, url, host)
      select $1, $2, $3, $4, $5 from counted where changes = ${manyChanges}
      on conflict (account_id, project_id, url_hash) do nothing`,
    values: [page.accountId, page.projectId, page.urlHash, page.url, page.host],
  })
}

export type DueComparison = {
  account_id: string
  project_id: string
  url_hash: Buffer
  url: string
  host: string
  versions: PathDigest[][]
  /** The versions are too old, or the page was submitted since: it may have been edited. */
  is_stale: boolean
}

type ClaimLimits = { pages: number; pagesPerAccount: number; leaseMs: number; maxAgeMs: number }

/**
 * Comparisons whose next request is due, the longest due first, but for projects that wait for a deploy. A copy that
 * dies with one delays it by `leaseMs`.
 */
export async function claimComparisons(
  q: Queryable,
  { pages, pagesPerAccount, leaseMs, maxAgeMs }: ClaimLimits,
): Promise<DueComparison[]> {
  const { rows } = await q.query<DueComparison>({
    name: 'claim-comparisons',
    text: `
      with due as (
        select account_id, project_id, url_hash, due_at,
          row_number() over (partition by account_id order by due_at) as place
        from block_comparison c where due_at <= clock_timestamp() and not exists (
          select from deploy_wait w
          where w.account_id = c.account_id and w.project_id = c.project_id and w.ended_as is null)
      ), locked as materialized (
        select c.account_id, c.project_id, c.url_hash
        from block_comparison c join due using (account_id, project_id, url_hash)
        where due.place <= $2 and c.due_at <= clock_timestamp()
        order by due.due_at limit $1 for update of c skip locked
      )
      update block_comparison c set due_at = clock_timestamp() + $3 * interval '1 millisecond'
      from locked l where c.account_id = l.account_id and c.project_id = l.project_id and c.url_hash = l.url_hash
      returning c.account_id, c.project_id, c.url_hash, c.url, c.host, c.versions,
        c.begun_at < clock_timestamp() - $4 * interval '1 millisecond' or exists (
          select from page_project k join page p on p.project_key = k.key
          where k.account_id = c.account_id and k.project_id = c.project_id
            and p.url_hash = c.url_hash and p.seen_at > c.begun_at
        ) as is_stale`,
    values: [pages, pagesPerAccount, leaseMs, maxAgeMs],
  })
  return rows
}

/** The next request is `afterMs` from now. */
export async function delayComparison(
  q: Queryable,
  { account_id, project_id, url_hash }: DueComparison,
  afterMs: number,
): Promise<void> {
  await q.query({
    name: 'delay-comparison',
    text: `
      update block_comparison set due_at = clock_timestamp() + $4 * interval '1 millisecond'
      where account_id = $1 and project_id = $2 and url_hash = $3`,
    values: [account_id, project_id, url_hash, afterMs],
  })
}

/** Stores the versions that were read, the last one just now; the next request is `afterMs` from now. */
export async function continueComparison(
  q: Queryable,
  { account_id, project_id, url_hash }: DueComparison,
  versions: PathDigest[][],
  afterMs: number,
): Promise<void> {
  await q.query({
    name: 'continue-comparison',
    text: `
      update block_comparison set versions = $4, due_at = clock_timestamp() + $5 * interval '1 millisecond',
        begun_at = case when jsonb_array_length($4) > 1 then begun_at else clock_timestamp() end
      where account_id = $1 and project_id = $2 and url_hash = $3`,
    values: [account_id, project_id, url_hash, JSON.stringify(versions), afterMs],
  })
}

/** False if it is gone: another copy has ended it, or its project was deleted. */
export async function endComparison(
  q: Queryable,
  { account_id, project_id, url_hash }: DueComparison,
): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'end-comparison',
    text: 'delete from block_comparison where account_id = $1 and project_id = $2 and url_hash = $3',
    values: [account_id, project_id, url_hash],
  })
  return rowCount === 1
}
