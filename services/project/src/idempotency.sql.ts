import type { Queryable } from '@pagebell/postgres/database'

/** Whether the key was free; it then belongs to this transaction. Waits for another transaction that holds the key. */
export async function claimIdempotencyKey(
  q: Queryable,
  accountId: string,
  key: string,
  requestSha256: Buffer,
): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'claim_idempotency_key',
    // A key is free again 24 hours after its first use.
    text: `
      insert into idempotency as kept (account_id, key, request_sha256)
      values ($1, $2, $3)
      on conflict (account_id, key) do update
      set request_sha256 = excluded.request_sha256, answer = null, created_at = excluded.created_at
      where kept.created_at <= clock_timestamp() - interval '24 hours'`,
    values: [accountId, key, requestSha256],
  })
  return rowCount === 1
}

export type IdempotentAnswer<Answer> = { request_sha256: Buffer; answer: Answer }

/** The answer to the request that used the key first, and the hash of that request. */
export async function findIdempotentAnswer<Answer>(
  q: Queryable,
  accountId: string,
  key: string,
): Promise<IdempotentAnswer<Answer> | undefined> {
  const { rows } = await q.query<IdempotentAnswer<Answer>>({
    name: 'get_idempotent_answer',
    text: `
      select request_sha256, answer
      from idempotency
      where account_id = $1 and key = $2`,
    values: [accountId, key],
  })
  return rows[0]
}

export async function storeIdempotentAnswer(
  q: Queryable,
  accountId: string,
  key: string,
  answer: object,
): Promise<void> {
  await q.query({
    name: 'keep_idempotent_answer',
    text: `
      update idempotency
      set answer = $3
      where account_id = $1 and key = $2`,
    values: [accountId, key, JSON.stringify(answer)],
  })
}

/** Deletes the keys of every account that are free again. */
export async function deleteOldIdempotencyKeys(q: Queryable): Promise<void> {
  await q.query({
    text: `
      delete from idempotency
      where created_at <= now() - interval '24 hours'`,
  })
}
