import type { Statement } from '@pagebell/postgres/database'

/**
 * One row if the key is free or its 24 hours are over; none if it has been used. Waits for a transaction under way with
 * the same key.
 */
export function claimIdempotencyKey(accountId: string, key: string, requestSha256: Buffer): Statement {
  return {
    name: 'claim-idempotency-key',
    text: `insert into idempotency as stored (account_id, key, request_sha256) values ($1, $2, $3)
      on conflict (account_id, key) do update
        set request_sha256 = excluded.request_sha256, answer = null, created_at = clock_timestamp()
        where stored.created_at <= clock_timestamp() - interval '24 hours'
      returning key`,
    values: [accountId, key, requestSha256],
  }
}
