import type { Statement } from '@pagebell/postgres/database'
import type { Lease } from './note-answer.ts'

/** Makes leases that have not ended last as if they began now, and answers them. */
export function renewEndpoints(leases: Lease[], leaseMs: number): Statement {
  return {
    name: 'renew-endpoints',
    text: `
      update event_endpoints e set free_at = clock_timestamp() + $4 * interval '1 millisecond'
      from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as held (account_id, project_id, lease)
      where e.account_id = held.account_id and e.project_id = held.project_id and e.lease = held.lease
        and e.free_at > clock_timestamp()
      returning e.lease`,
    values: [
      leases.map(({ account_id }) => account_id),
      leases.map(({ project_id }) => project_id),
      leases.map(({ lease }) => lease),
      leaseMs,
    ],
  }
}
