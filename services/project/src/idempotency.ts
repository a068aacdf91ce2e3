import { idempotencyKeyReused } from '@pagebell/faults/idempotency-key'
import type { Queryable } from '@pagebell/postgres/database'
import { claimIdempotencyKey, findIdempotentAnswer, storeIdempotentAnswer } from './idempotency.sql.ts'

type Idempotency = { key: string; request_sha256: Buffer }

/**
 * Does the work and stores its answer in the same transaction, or returns the answer that the same request with the
 * same key got within the last 24 hours. A refusal is not stored: it rolls the key back as well. Throws fault `invalid`
 * if the key was used with another request.
 */
export async function answerOnce<Answer extends object>(
  q: Queryable,
  accountId: string,
  { key, request_sha256 }: Idempotency,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (await claimIdempotencyKey(q, accountId, key, request_sha256)) {
    const answer = await work()
    await storeIdempotentAnswer(q, accountId, key, answer)
    return answer
  }
  const kept = await findIdempotentAnswer<Answer>(q, accountId, key)
  if (kept?.request_sha256.equals(request_sha256)) return kept.answer
  throw idempotencyKeyReused()
}
