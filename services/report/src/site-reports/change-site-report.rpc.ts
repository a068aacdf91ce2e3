import { requireIds } from '@pagebell/faults/ids'
import type { Passwords } from '@pagebell/passwords/password-pool'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type {
  ChangeSiteReportRequest__Output as ChangeRequest,
  SiteReport,
} from '@pagebell/protos/report/v1/site_reports'
import { privacyAfter } from '../reports/privacy.ts'
import { type LockedSiteReport, lockSiteReport, updateSiteAccess } from './site-access.sql.ts'
import { noSuchSiteReport, parseSiteReportId, toSiteReport } from './site-report.ts'
import { findSiteReport, type SiteKey } from './site-reports.sql.ts'

type ChangeTools = { db: Database; passwords: Passwords }

/** Changes the privacy of a site report, and whether its public page may be listed; a crawl in progress goes on. */
export async function changeSiteReport(
  { db, passwords }: ChangeTools,
  request: ChangeRequest,
  { signal }: { signal: AbortSignal },
): Promise<SiteReport> {
  const { account_id: accountId, password } = request
  requireIds({ account_id: accountId })
  const key = { accountId, id: parseSiteReportId(request.id) }
  const tenant = db.forAccount(accountId)
  // Checked before hashing, which is expensive and must not happen under the lock, and again under the lock.
  privacyAfter(await lock(tenant, key), request)
  const client = { key: accountId, known: true, signal }
  const passwordHash = password === undefined ? undefined : await passwords.hash(password, client)
  return tenant.transaction(async (q) => {
    const before = await lock(q, key)
    const { listed = before.listed } = request
    await updateSiteAccess(q, key, { privacy: privacyAfter(before, request), passwordHash, listed })
    const row = await findSiteReport(q, key)
    if (row === undefined) throw noSuchSiteReport()
    return toSiteReport(row)
  })
}

async function lock(q: Queryable, key: SiteKey): Promise<LockedSiteReport> {
  const report = await lockSiteReport(q, key)
  if (report === undefined) throw noSuchSiteReport()
  return report
}
