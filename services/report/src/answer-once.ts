import { fault } from '@pagebell/faults/fault'
import type { Queryable } from '@pagebell/postgres/database'
import { claimIdempotencyKey } from './queries/claim-idempotency-key.ts'
import { findIdempotentAnswer, type IdempotentAnswer } from './queries/find-idempotent-answer.ts'
import { storeIdempotentAnswer } from './queries/store-idempotent-answer.ts'

export interface IdempotencyKey {
  key: string
  request_sha256: Buffer
}

/**
 * Does the work and keeps its answer, in the transaction of `q`; the same key within 24 hours gets the same answer
 * without the work. Throws fault invalid with code idempotency_key_reused if the key came with another request.
 */
export async function answerOnce<Answer extends object>(
  q: Queryable,
  accountId: string,
  idempotency: IdempotencyKey | null,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (idempotency === null) return work()

  const { key, request_sha256: sha256 } = idempotency
  const claimed = await q.query(claimIdempotencyKey(accountId, key, sha256))
  if (claimed.rowCount === 0) return storedAnswer<Answer>(q, accountId, key, sha256)

  const answer = await work()
  await q.query(storeIdempotentAnswer(accountId, key, answer))
  return answer
}

async function storedAnswer<Answer>(q: Queryable, accountId: string, key: string, sha256: Buffer): Promise<Answer> {
  const { rows } = await q.query<IdempotentAnswer>(findIdempotentAnswer(accountId, key, sha256))
  const [stored] = rows
  // Between the two statements the row may have been cleared away as too old: the next try finds the key free.
  if (stored === undefined) throw fault('unavailable', 'The key is being cleared away.', { retryAfterSeconds: 1 })
  if (!stored.same_request) {
    throw fault('invalid', 'This Idempotency-Key came with another request before.', { code: 'idempotency_key_reused' })
  }
  return stored.answer as Answer
}
