import type { Statement } from '@pagebell/postgres/database'

/** With its runs, which the foreign key takes along. */
export function deleteReport(accountId: string, id: string): Statement {
  return {
    name: 'delete-report',
    text: 'delete from report where account_id = $1 and id = $2',
    values: [accountId, id],
  }
}
