import type { Statement } from '@pagebell/postgres/database'

/** Gives claimed rows to the lanes of another endpoint, at once: nobody was asked. */
export function rerouteClaimed(accountId: string, lease: string, via: string): Statement {
  return {
    name: 'reroute-claimed',
    text: `
      update deliveries set via = $3, lease = null, next_at = clock_timestamp()
      where account_id = $1 and lease = $2 and next_at is not null`,
    values: [accountId, lease, via],
  }
}
