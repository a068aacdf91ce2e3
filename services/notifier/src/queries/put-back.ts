import type { Statement } from '@pagebell/postgres/database'

/** Gives claimed rows back untried: nothing was asked of the engine, so nothing of it is noted. */
export function putBack(accountId: string, lease: string, delayMs: number, reason: string): Statement {
  return {
    name: 'put-back',
    text: `
      update deliveries set lease = null, reason = $4, next_at = clock_timestamp() + $3 * interval '1 millisecond'
      where account_id = $1 and lease = $2 and next_at is not null`,
    values: [accountId, lease, delayMs, reason],
  }
}
