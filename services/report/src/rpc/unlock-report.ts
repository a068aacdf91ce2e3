import { fault } from '@pagebell/faults/fault'
import { type Passwords, passwordClient } from '@pagebell/passwords/password-pool'
import type { Database } from '@pagebell/postgres/database'
import type { PublicReports } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { findPublic } from '../find-public.ts'
import { readReport } from '../read-report.ts'
import { unlockOf } from '../unlock.ts'

interface Tools {
  db: Database
  passwords: Passwords
}

export function unlockReport({ db, passwords }: Tools): Handler<typeof PublicReports, 'unlockReport'> {
  return async ({ id, password, ...from }, { signal }) => {
    const { account_id: accountId, password_hash: passwordHash } = await findPublic(db, id)
    const client = passwordClient(from, signal)
    if (passwordHash !== null && !(await passwords.matches(passwordHash, password, client))) {
      throw fault('forbidden', 'The password is wrong.', { code: 'wrong_password' })
    }
    const report = await readReport(db.of(accountId), accountId, id)
    return { report, ...(passwordHash !== null && { unlock: unlockOf(id, passwordHash) }) }
  }
}
