import type { Statement } from '@pagebell/postgres/database'

/** How many reports an account has, counted no further than `limit`. */
export function countReports(accountId: string, limit: number): Statement {
  return {
    name: 'count-reports',
    text: 'select count(*) as counted from (select from report where account_id = $1 limit $2) found',
    values: [accountId, limit],
  }
}
