import type { Queryable } from '@pagebell/postgres/database'
import type { IgnoredCheckRow } from './list-ignored-checks.ts'

const text = `
insert into ignored_check (account_id, project_id, check_id, url, reason, expires_at)
values ($1, $2, $3, $4, $5, $6)
on conflict (account_id, project_id, check_id, url) do update
set reason = excluded.reason, expires_at = excluded.expires_at, created_at = excluded.created_at
returning check_id, url, reason, expires_at, created_at`

type Ignored = {
  accountId: string
  projectId: string
  check: string
  /** Empty for every page. */
  url: string
  reason: string
  expiresAt: string | undefined
}

export async function putIgnoredCheck(q: Queryable, ignored: Ignored): Promise<IgnoredCheckRow> {
  const { accountId, projectId, check, url, reason, expiresAt } = ignored
  const values = [accountId, projectId, check, url, reason, expiresAt ?? null]
  const { rows } = await q.query<IgnoredCheckRow>({ name: 'put_ignored_check', text, values })
  if (rows[0] === undefined) throw new Error('A check that was put was not returned.')
  return rows[0]
}
