import { fault } from '@pagebell/faults/fault'
import { type Passwords, passwordClient } from '@pagebell/passwords/password-pool'
import type { Database } from '@pagebell/postgres/database'
import { PublicReports } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import { unlockOf, unlocks } from '../reports/privacy.ts'
import { noSuchReport, parseReportId, readReport } from '../reports/report.ts'
import { findPublicReport, type PublicReport } from '../reports/reports.sql.ts'

/** Reports for clients with the link, and the password if one is set. */
export const publicReportsRpc = ({ db, passwords }: { db: Database; passwords: Passwords }) =>
  implement(PublicReports, {
    async getPublicReport({ id: text, unlock }) {
      const { id, accountId, passwordHash } = await requirePublicReport(db, text)
      if (passwordHash !== null && !unlocks(unlock, id, passwordHash)) {
        throw fault('forbidden', 'This report is behind a password.', { code: 'password_required' })
      }
      return readReport(db.forAccount(accountId), accountId, id)
    },

    async unlockReport({ id: text, password, ...from }, { signal }) {
      const { id, accountId, passwordHash } = await requirePublicReport(db, text)
      const client = passwordClient(from, signal)
      if (passwordHash !== null && !(await passwords.matches(passwordHash, password, client))) {
        throw fault('forbidden', 'The password is wrong.', { code: 'wrong_password' })
      }
      const report = await readReport(db.forAccount(accountId), accountId, id)
      return { report, ...(passwordHash !== null && { unlock: unlockOf(id, passwordHash) }) }
    },
  })

/** The account and password hash of a report. Throws fault `not_found` for a private report as for an unknown one. */
async function requirePublicReport(db: Database, id: string): Promise<PublicReport> {
  const report = await findPublicReport(db.acrossAccounts(), parseReportId(id))
  if (report === undefined) throw noSuchReport()
  return report
}
