import type { Statement } from '@pagebell/postgres/database'

/** Of a report's done runs all but the newest `kept` lose what each check said, and stay in the history with their score. */
export function forgetOldResults(accountId: string, reportId: string, kept: number): Statement {
  return {
    name: 'forget-old-results',
    text: `update run set results = null, categories = null
      where account_id = $1 and report_id = $2 and results is not null and run_id < (
        select run_id from run
        where account_id = $1 and report_id = $2 and results is not null
        order by run_id desc
        offset $3 - 1
        limit 1
      )`,
    values: [accountId, reportId, kept],
  }
}
