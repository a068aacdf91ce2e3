import type { Statement } from '@pagebell/postgres/database'

export function countRejected(accountId: string, since: string, project: string | undefined): Statement {
  return {
    name: 'count-rejected',
    text: `select count(*)::integer as count from deliveries
      where account_id = $1 and status = 'rejected' and last_attempt_at >= $2 and project = coalesce($3, project)`,
    values: [accountId, since, project ?? null],
  }
}
