import type { Queryable } from '@pagebell/postgres/database'
import type { NewReport } from './reports.sql.ts'

/**
 * Until the transaction ends, others that would reuse a report of the same URL wait: so the first makes the report and
 * the others find it. A separate statement, because one does not see what was committed while it waited for a lock.
 */
export async function lockUrl(q: Queryable, accountId: string, url: string): Promise<void> {
  await q.query({
    name: 'lock-url',
    text: `select pg_advisory_xact_lock_shared(hashtextextended('report urls ' || $1, 0)),
        pg_advisory_xact_lock(hashtextextended('report url ' || $1 || ' ' || $2, 0))`,
    values: [accountId, url],
  })
}

/** The same for all URLs of an account by one lock: a thousand would fill the lock table of the server. */
export async function lockUrls(q: Queryable, accountId: string): Promise<void> {
  await q.query({
    name: 'lock-urls',
    text: `select pg_advisory_xact_lock(hashtextextended('report urls ' || $1, 0))`,
    values: [accountId],
  })
}

/**
 * The id of a URL's newest report. Reports of a deleted project of the same name, which are about to be deleted, do not
 * count. The index of the list by URL finds it.
 */
export async function findNewestReportOf(
  q: Queryable,
  { accountId, url, projectId }: Pick<NewReport, 'accountId' | 'url' | 'projectId'>,
): Promise<string | undefined> {
  const { rows } = await q.query<{ id: string }>({
    name: 'find-newest-report-of-url',
    text: `select id from report
      where account_id = $1 and url = $2 and project_id = $3
      order by id desc
      limit 1`,
    values: [accountId, url, projectId],
  })
  return rows[0]?.id
}

export type ReusableReport = { id: string; url: string; status: string }

/**
 * Locks the newest report of each URL that has one, in the order of their ids. The URLs of the account are locked, so
 * that none gets a newer one meanwhile.
 */
export async function lockNewestReportsOf(
  q: Queryable,
  accountId: string,
  pages: readonly Pick<NewReport, 'url' | 'projectId'>[],
): Promise<ReusableReport[]> {
  const { rows } = await q.query<ReusableReport>({
    name: 'lock-newest-reports-of-urls',
    text: `select id, url, status from report
      where account_id = $1 and id in (
        select newest.id
        from unnest($2::text[], $3::uuid[]) as wanted (url, project_id)
        cross join lateral (
          select id from report
          where account_id = $1 and report.url = wanted.url and report.project_id = wanted.project_id
          order by id desc
          limit 1
        ) newest
      )
      order by id
      for no key update`,
    values: [accountId, pages.map(({ url }) => url), pages.map(({ projectId }) => projectId)],
  })
  return rows
}
