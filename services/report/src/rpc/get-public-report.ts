import { fault } from '@pagebell/faults/fault'
import type { Database } from '@pagebell/postgres/database'
import type { PublicReports } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { findPublic } from '../find-public.ts'
import { readReport } from '../read-report.ts'
import { unlocks } from '../unlock.ts'

export function getPublicReport({ db }: { db: Database }): Handler<typeof PublicReports, 'getPublicReport'> {
  return async ({ id, unlock }) => {
    const { account_id: accountId, password_hash: passwordHash } = await findPublic(db, id)
    if (passwordHash !== null && !unlocks(unlock, id, passwordHash)) {
      throw fault('forbidden', 'This report is behind a password.', { code: 'password_required' })
    }
    return readReport(db.of(accountId), accountId, id)
  }
}
