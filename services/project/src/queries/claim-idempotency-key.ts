import type { Queryable } from '@pagebell/postgres/database'

// Waits for a transaction that holds the same key. A key is free again 24 hours after its first use.
const text = `
insert into idempotency as kept (account_id, key, request_sha256)
values ($1, $2, $3)
on conflict (account_id, key) do update
set request_sha256 = excluded.request_sha256, answer = null, created_at = excluded.created_at
where kept.created_at <= clock_timestamp() - interval '24 hours'`

/** True if the key was free and is this transaction's now. */
export async function claimIdempotencyKey(
  q: Queryable,
  accountId: string,
  key: string,
  sha256: Buffer,
): Promise<boolean> {
  const values = [accountId, key, sha256]
  const { rowCount } = await q.query({ name: 'claim_idempotency_key', text, values })
  return rowCount === 1
}
