import type { Queryable } from '@pagebell/postgres/database'
import type { NewReport } from './reports.sql.ts'

/**
 * Until the transaction ends, others that would reuse a report of the same URL wait: so the first makes the report and
 * the others find it. A separate statement, because one does not see what was committed while it waited for a lock.
 */
export async function lockUrl(q: Queryable, accountId: string, url: string): Promise<void> {
  await q.query({
    name: 'lock-url',
    text: `select pg_advisory_xact_lock(hashtextextended('report url ' || $1 || ' ' || $2, 0))`,
    values: [accountId, url],
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
