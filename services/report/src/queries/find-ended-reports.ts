import type { Statement } from '@pagebell/postgres/database'

export interface ReportKey {
  accountId: string
  id: string
}

/** Of these reports, the ids of those whose newest run has ended or that are no longer there. */
export function findEndedReports(keys: readonly ReportKey[]): Statement {
  return {
    name: 'find-ended-reports',
    text: `select wanted.id
      from unnest($1::uuid[], $2::uuid[]) as wanted (account_id, id)
      left join report using (account_id, id)
      where report.status is null or report.status in ('done', 'failed')`,
    values: [keys.map((key) => key.accountId), keys.map((key) => key.id)],
  }
}
