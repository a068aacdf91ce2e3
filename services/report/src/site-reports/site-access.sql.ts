import type { Queryable } from '@pagebell/postgres/database'
import type { SiteKey } from './site-reports.sql.ts'

export type LockedSiteReport = { privacy: number; has_password: boolean; listed: boolean }

/** Locks a site report until the transaction ends. */
export async function lockSiteReport(q: Queryable, { accountId, id }: SiteKey): Promise<LockedSiteReport | undefined> {
  const { rows } = await q.query<LockedSiteReport>({
    name: 'lock-site-report',
    text: `select privacy, password_hash is not null as has_password, listed
      from site_report where account_id = $1 and id = $2
      for no key update`,
    values: [accountId, id],
  })
  return rows[0]
}

type SiteAccess = { privacy: number; passwordHash: string | undefined; listed: boolean }

/** Without a new hash a report behind a password keeps its stored one. */
export async function updateSiteAccess(
  q: Queryable,
  { accountId, id }: SiteKey,
  { privacy, passwordHash, listed }: SiteAccess,
): Promise<void> {
  await q.query({
    name: 'update-site-access',
    text: `update site_report set privacy = $3::smallint, listed = $5,
        password_hash = case when $3::smallint = 2 then coalesce($4, password_hash) end
      where account_id = $1 and id = $2`,
    values: [accountId, id, privacy, passwordHash ?? null, listed],
  })
}

export type PublicSiteReport = SiteKey & {
  /** Of a report behind a password, else null. */
  passwordHash: string | null
}

/** A site report of any account, unless it is private. */
export async function findPublicSiteReport(q: Queryable, id: string): Promise<PublicSiteReport | undefined> {
  const { rows } = await q.query<{ account_id: string; password_hash: string | null }>({
    name: 'find-public-site-report',
    text: 'select account_id, password_hash from site_report where id = $1 and privacy in (0, 2)',
    values: [id],
  })
  return rows[0] && { id, accountId: rows[0].account_id, passwordHash: rows[0].password_hash }
}
