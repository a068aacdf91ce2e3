import { fault } from '@pagebell/faults/fault'
import { type Passwords, passwordClient } from '@pagebell/passwords/password-pool'
import type { Database } from '@pagebell/postgres/database'
import { PublicSiteReports } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import { unlockOf, unlocks } from '../reports/privacy.ts'
import { readPagesQuery, readSitePages, requireCheckId } from '../site-reports/read-site-pages.ts'
import { findPublicSiteReport, type PublicSiteReport } from '../site-reports/site-access.sql.ts'
import { findSiteIssues } from '../site-reports/site-issues.sql.ts'
import { noSuchSiteReport, parseSiteReportId, toSiteIssue, toSiteReport } from '../site-reports/site-report.ts'
import { findSiteReport, type SiteKey } from '../site-reports/site-reports.sql.ts'
import { withoutOtherReports } from '../site-reports/without-other-reports.ts'

/** Site reports for clients with the link, and the password if one is set. */
export const publicSiteReportsRpc = ({ db, passwords }: { db: Database; passwords: Passwords }) =>
  implement(PublicSiteReports, {
    async getPublicSiteReport({ check, is_brief, ...asked }) {
      const key = await requireUnlocked(db, asked)
      if (check !== undefined) requireCheckId('check', check)
      const q = db.forAccount(key.accountId)
      const row = await findSiteReport(q, key)
      if (row === undefined) throw noSuchSiteReport()
      const issues = await findSiteIssues(q, key, { check, groups: is_brief ? 'brief' : 'all' })
      return withoutOtherReports({ ...toSiteReport(row), issues: issues.map(toSiteIssue) })
    },

    async listPublicSitePages({ unlock, ...asked }) {
      const key = await requireUnlocked(db, { ...asked, unlock })
      return readSitePages(db.forAccount(key.accountId), key, readPagesQuery(asked))
    },

    async unlockSiteReport({ id: text, password, ...from }, { signal }) {
      const { id, passwordHash } = await requirePublic(db, text)
      if (passwordHash === null) return {}
      if (!(await passwords.matches(passwordHash, password, passwordClient(from, signal)))) {
        throw fault('forbidden', 'The password is wrong.', { code: 'wrong_password' })
      }
      return { unlock: unlockOf(id, passwordHash) }
    },
  })

/** Throws fault `not_found` for a private report as for an unknown one, and `forbidden` for one that is locked. */
async function requireUnlocked(
  db: Database,
  { id: text, unlock }: { id: string; unlock?: Buffer | undefined },
): Promise<SiteKey> {
  const { id, accountId, passwordHash } = await requirePublic(db, text)
  if (passwordHash !== null && !unlocks(unlock, id, passwordHash)) {
    throw fault('forbidden', 'This site report is behind a password.', { code: 'password_required' })
  }
  return { id, accountId }
}

async function requirePublic(db: Database, id: string): Promise<PublicSiteReport> {
  const report = await findPublicSiteReport(db.acrossAccounts(), parseSiteReportId(id))
  if (report === undefined) throw noSuchSiteReport()
  return report
}
