import { fault } from '@pagebell/faults/fault'
import { idempotencyKeyReused } from '@pagebell/faults/idempotency-key'
import type { Idempotency__Output as Idempotency } from '@pagebell/protos/notifier/v1/event_endpoints'

/** What is stored of the key and its request. Throws if one of those that made a secret before had the same key. */
export function refuseRepetition(before: readonly string[], { key, request_sha256 }: Idempotency): string {
  const now = `${request_sha256.toString('hex')} ${key}`
  if (before.includes(now)) {
    const text = 'The secret was shown when it was made, and is shown once.'
    throw fault('conflict', text, { code: 'secret_already_shown' })
  }
  if (before.some((one) => one.slice(one.indexOf(' ') + 1) === key)) throw idempotencyKeyReused()
  return now
}
