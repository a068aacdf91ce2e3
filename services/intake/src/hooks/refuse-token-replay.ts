import { fault } from '@pagebell/faults/fault'
import { idempotencyKeyReused } from '@pagebell/faults/idempotency-key'
import type { Queryable } from '@pagebell/postgres/database'
import { claimRotation, findRotation, type TokenClaim } from './hooks.sql.ts'

type Idempotency = { key: string; request_sha256: Buffer } | null | undefined

/**
 * Claims the Idempotency-Key of a request that answers a new token, which is shown only once; throws if it was used
 * before.
 */
export async function refuseTokenReplay(
  q: Queryable,
  place: Omit<TokenClaim, 'key' | 'requestHash'>,
  idempotency: Idempotency,
): Promise<void> {
  if (!idempotency?.key) return
  const claim = { ...place, key: idempotency.key, requestHash: idempotency.request_sha256 }
  if (await claimRotation(q, claim)) return
  const before = await findRotation(q, claim)
  if (!before?.equals(claim.requestHash)) throw idempotencyKeyReused()
  throw fault('conflict', 'This request was answered before, and the token is shown only once. Rotate again.', {
    code: 'token_already_shown',
  })
}
