import type { Statement } from '@pagebell/postgres/database'
import { type ReportRow, reportColumns } from './report-columns.ts'

export interface LockedReport extends ReportRow {
  run_id: string
  done_run_id: string | null
  has_password: boolean
}

/** Whoever changes a report or one of its runs takes this lock first: one order for all, so that nobody deadlocks. */
export function lockReport(accountId: string, id: string): Statement {
  return {
    name: 'lock-report',
    text: `select ${reportColumns}, run_id, done_run_id, password_hash is not null as has_password
      from report where account_id = $1 and id = $2
      for no key update`,
    values: [accountId, id],
  }
}
