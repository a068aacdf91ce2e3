import { type Fault, fault } from '@pagebell/faults/fault'
import { isWellFormed } from '@pagebell/tokens/token'

/** The part of a request in which a token may stand. */
type TokenRequest = { params: unknown; headers: { authorization?: string | undefined } }

/** One and the same answer for a token that never existed, is disabled, revoked or past its grace period. */
export const unknownToken = (): Fault => fault('not_found', 'There is no such webhook.', { code: 'unknown_webhook' })

/**
 * The token in the path or, on paths without one, in `Authorization: Bearer`. Throws {@link unknownToken} without a
 * look-up where its form or checksum is wrong.
 */
export function readToken(request: TokenRequest): string {
  const inPath = (request.params as { token?: string }).token
  const token = inPath ?? /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  if (!isWellFormed(token, 'pbh_')) throw unknownToken()
  return token
}
