import type { Statement } from '@pagebell/postgres/database'
import type { Lease } from './note-answer.ts'

/**
 * Ends a lease: due again when its next event is, but not before a rest is over. The row must be locked already: a statement
 * that waits for the lock does not see the event for which it waited, and would let it lie.
 */
export function freeEndpoint({ account_id, project_id, lease }: Lease, restMs: number): Statement {
  return {
    name: 'free-endpoint',
    text: `
      update event_endpoints set lease = null, free_at = clock_timestamp() + $4 * interval '1 millisecond',
        due_at = (
          select min(next_at) from outbound_events
          where account_id = $1 and project_id = $2 and next_at is not null
        )
      where account_id = $1 and project_id = $2 and lease = $3`,
    values: [account_id, project_id, lease, restMs],
  }
}
