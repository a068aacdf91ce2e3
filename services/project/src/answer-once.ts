import { fault } from '@pagebell/faults/fault'
import type { Queryable } from '@pagebell/postgres/database'
import { claimIdempotencyKey } from './queries/claim-idempotency-key.ts'
import { getIdempotentAnswer } from './queries/get-idempotent-answer.ts'
import { keepIdempotentAnswer } from './queries/keep-idempotent-answer.ts'

type Idempotency = { key: string; request_sha256: Buffer }

/**
 * Does the work and keeps its answer in the same transaction, or gives the answer that the same request with the same key
 * got in the last 24 hours. A refusal is not kept: it rolls the key back too. Throws fault invalid if the key was used
 * for another request.
 */
export async function answerOnce<Answer extends object>(
  q: Queryable,
  accountId: string,
  { key, request_sha256 }: Idempotency,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (await claimIdempotencyKey(q, accountId, key, request_sha256)) {
    const answer = await work()
    await keepIdempotentAnswer(q, accountId, key, answer)
    return answer
  }
  const kept = await getIdempotentAnswer<Answer>(q, accountId, key)
  if (kept?.request_sha256.equals(request_sha256)) return kept.answer
  throw fault('invalid', 'The Idempotency-Key was used for another request.', {
    code: 'idempotency_key_reused',
    errors: { 'Idempotency-Key': ['Use a new key for each request.'] },
  })
}
