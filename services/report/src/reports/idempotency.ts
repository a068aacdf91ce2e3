import { fault } from '@pagebell/faults/fault'
import { idempotencyKeyReused } from '@pagebell/faults/idempotency-key'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import { claimKey, deleteOldKeys, findStoredAnswer, storeAnswer } from './idempotency.sql.ts'

export type IdempotencyKey = { key: string; request_sha256: Buffer }

/**
 * Does the work and stores its answer in the transaction of `q`; the same key within 24 hours gets the same answer
 * without the work. Throws fault `invalid` with code `idempotency_key_reused` if the key was used with another request.
 */
export async function answerOnce<Answer extends object>(
  q: Queryable,
  accountId: string,
  idempotency: IdempotencyKey | null,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (idempotency === null) return work()
  const { key, request_sha256: sha256 } = idempotency
  if (!(await claimKey(q, accountId, key, sha256))) return storedAnswer<Answer>(q, accountId, key, sha256)
  const answer = await work()
  await storeAnswer(q, accountId, key, answer)
  return answer
}

async function storedAnswer<Answer>(q: Queryable, accountId: string, key: string, sha256: Buffer): Promise<Answer> {
  const stored = await findStoredAnswer(q, accountId, key, sha256)
  // Between the two statements the sweep may have deleted the row: the next try finds the key free.
  if (stored === undefined) throw fault('unavailable', 'The key is being cleared away.', { retryAfterSeconds: 1 })
  if (!stored.same_request) {
    throw idempotencyKeyReused()
  }
  return stored.answer as Answer
}

const sweepMs = 600_000
const keysPerStatement = 1_000

/** Deletes keys older than 24 hours from time to time. */
export function startIdempotencySweep({ db, log }: { db: Database; log: Log }): Repeated {
  const sweep = async (signal: AbortSignal): Promise<void> => {
    let deleted = keysPerStatement
    while (deleted === keysPerStatement && !signal.aborted) {
      deleted = await deleteOldKeys(db.acrossAccounts(), keysPerStatement)
    }
  }
  return repeat(sweepMs, sweep, log, 'the sweep of idempotency keys')
}
