import type { Statement } from '@pagebell/postgres/database'

/** Ends claimed rows about which no engine was asked. */
export function endClaimed(
  accountId: string,
  lease: string,
  status: 'dropped' | 'rejected',
  reason: string,
): Statement {
  return {
    name: 'end-claimed',
    text: `
      update deliveries set status = $3, reason = $4, next_at = null, lease = null, last_attempt_at = clock_timestamp()
      where account_id = $1 and lease = $2`,
    values: [accountId, lease, status, reason],
  }
}
