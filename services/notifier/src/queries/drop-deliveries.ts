import type { Statement } from '@pagebell/postgres/database'

/** Ends what a deleted project still has open, so many at a time. */
export function dropDeliveries(accountId: string, projectId: string, limit: number): Statement {
  return {
    name: 'drop-deliveries',
    text: `
      with open as (
        select account_id, id from deliveries
        where account_id = $1 and project_id = $2 and status in ('pending', 'retrying', 'held')
        limit $3 for update
      )
      update deliveries d set status = 'dropped', reason = 'project_deleted', next_at = null, lease = null
      from open where d.account_id = open.account_id and d.id = open.id`,
    values: [accountId, projectId, limit],
  }
}
