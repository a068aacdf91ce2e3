import type { Queryable } from '@pagebell/postgres/database'

/**
 * Claims a key that is unused or older than 24 hours; returns false if it is in use. Waits for a concurrent transaction
 * with the same key.
 */
export async function claimKey(q: Queryable, accountId: string, key: string, requestSha256: Buffer): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'claim-idempotency-key',
    text: `insert into idempotency as stored (account_id, key, request_sha256) values ($1, $2, $3)
      on conflict (account_id, key) do update
        set request_sha256 = excluded.request_sha256, answer = null, created_at = clock_timestamp()
        where stored.created_at <= clock_timestamp() - interval '24 hours'
      returning key`,
    values: [accountId, key, requestSha256],
  })
  return rowCount > 0
}

export type StoredAnswer = { same_request: boolean; answer: unknown }

export async function findStoredAnswer(
  q: Queryable,
  accountId: string,
  key: string,
  requestSha256: Buffer,
): Promise<StoredAnswer | undefined> {
  const { rows } = await q.query<StoredAnswer>({
    name: 'find-idempotent-answer',
    text: 'select request_sha256 = $3 as same_request, answer from idempotency where account_id = $1 and key = $2',
    values: [accountId, key, requestSha256],
  })
  return rows[0]
}

export async function storeAnswer(q: Queryable, accountId: string, key: string, answer: unknown): Promise<void> {
  await q.query({
    name: 'store-idempotent-answer',
    text: 'update idempotency set answer = $3::jsonb where account_id = $1 and key = $2',
    values: [accountId, key, JSON.stringify(answer)],
  })
}

/** Deletes up to `limit` keys older than 24 hours; returns how many. */
export async function deleteOldKeys(q: Queryable, limit: number): Promise<number> {
  const { rowCount } = await q.query({
    name: 'delete-old-idempotency',
    text: `delete from idempotency where (account_id, key) in (
        select account_id, key from idempotency
        where created_at <= now() - interval '24 hours'
        limit $1
        for update skip locked
      )`,
    values: [limit],
  })
  return rowCount
}
