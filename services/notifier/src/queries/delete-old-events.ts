import type { Statement } from '@pagebell/postgres/database'

/** Of the oldest events, those that are final; one that waits is younger than that, or its endpoint would be disabled. */
export function deleteOldEvents(keptMs: number, limit: number): Statement {
  return {
    name: 'delete-old-events',
    text: `
      with old as (
        select account_id, id from outbound_events
        where created_at < now() - $1 * interval '1 millisecond' and status <> 'pending'
        order by created_at limit $2 for update skip locked
      )
      delete from outbound_events o using old where o.account_id = old.account_id and o.id = old.id`,
    values: [keptMs, limit],
  }
}
