import type { Queryable } from '@pagebell/postgres/database'

export type SuppressionRow = {
  check_id: string
  /** Empty for every page. */
  url: string
  reason: string
  expires_at: string | null
  created_at: string
}

export type SuppressionsVersionRow = { project_id: string; ignored_version: number }

/** Makes this transaction the only one that changes the suppressions. Undefined if there is no such project. */
export async function raiseSuppressionsVersion(
  q: Queryable,
  accountId: string,
  name: string,
): Promise<SuppressionsVersionRow | undefined> {
  const { rows } = await q.query<SuppressionsVersionRow>({
    name: 'raise_ignored_version',
    text: `
      update project
      set ignored_version = ignored_version + 1
      where account_id = $1 and name = $2
      returning project_id, ignored_version`,
    values: [accountId, name],
  })
  return rows[0]
}

export async function listSuppressions(q: Queryable, accountId: string, projectId: string): Promise<SuppressionRow[]> {
  const { rows } = await q.query<SuppressionRow>({
    name: 'list_ignored_checks',
    text: `
      select check_id, url, reason, expires_at, created_at
      from ignored_check
      where account_id = $1 and project_id = $2
      order by check_id, url`,
    values: [accountId, projectId],
  })
  return rows
}

type NewSuppression = {
  accountId: string
  projectId: string
  check: string
  /** Empty for every page. */
  url: string
  reason: string
  expiresAt: string | undefined
}

/** Inserts the suppression, or replaces that of the same check and page. */
export async function putSuppression(q: Queryable, suppression: NewSuppression): Promise<SuppressionRow> {
  const { accountId, projectId, check, url, reason, expiresAt } = suppression
  const { rows } = await q.query<SuppressionRow>({
    name: 'put_ignored_check',
    text: `
      insert into ignored_check (account_id, project_id, check_id, url, reason, expires_at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (account_id, project_id, check_id, url) do update
      set reason = excluded.reason, expires_at = excluded.expires_at, created_at = excluded.created_at
      returning check_id, url, reason, expires_at, created_at`,
    values: [accountId, projectId, check, url, reason, expiresAt ?? null],
  })
  if (rows[0] === undefined) throw new Error('A suppression that was put was not returned.')
  return rows[0]
}

/** Undefined if there was no such suppression. */
export async function deleteSuppression(
  q: Queryable,
  accountId: string,
  projectId: string,
  { check, url }: { check: string; url: string },
): Promise<SuppressionRow | undefined> {
  const { rows } = await q.query<SuppressionRow>({
    name: 'delete_ignored_check',
    text: `
      delete from ignored_check
      where account_id = $1 and project_id = $2 and check_id = $3 and url = $4
      returning check_id, url, reason, expires_at, created_at`,
    values: [accountId, projectId, check, url],
  })
  return rows[0]
}
