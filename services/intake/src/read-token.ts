import { isWellFormed } from '@pagebell/tokens/token'
import { unknownToken } from './refuse.ts'

/** The part of a request in which a secret may stand. */
type Request = { params: unknown; headers: { authorization?: string | undefined } }

/** The secret of the path or, on the paths without one, of `Authorization: Bearer`. Junk is refused without a look-up. */
export function readToken(request: Request): string {
  const inPath = (request.params as { token?: string }).token
  const token = inPath ?? /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  if (!isWellFormed(token, 'pbh_')) throw unknownToken()
  return token
}
