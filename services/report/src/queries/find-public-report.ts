import type { Statement } from '@pagebell/postgres/database'

export interface PublicReportRow {
  account_id: string
  /** Of a report behind a password, else null. */
  password_hash: string | null
}

/** Whose a report is that is not private; nothing for a private one, as for an unknown one. */
export function findPublicReport(id: string): Statement {
  return {
    name: 'find-public-report',
    text: 'select account_id, password_hash from report where id = $1 and privacy in (0, 2)',
    values: [id],
  }
}
