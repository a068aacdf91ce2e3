import type { HttpServer } from '@pagebell/http/http-server'
import { Type } from '@pagebell/schema/type'
import { hashToken } from '@pagebell/tokens/token'
import { readToken, unknownToken } from './read-token.ts'
import type { TokenOwners } from './token-owners.ts'

type IsOfSource = (tokenHash: Buffer) => Promise<boolean>

const querystring = Type.Object({}, { additionalProperties: false })

/**
 * `HEAD /api/hooks`: whether the token in `Authorization: Bearer` is accepted, 204 or 404. The gateway asks before it reads a
 * large body, and a sender when it is set up; nothing is counted.
 */
export function checkTokenRoute(app: HttpServer, tokenOwners: TokenOwners, isOfSource: IsOfSource): void {
  app.head('/api/hooks', { schema: { querystring } }, async (request, reply) => {
    const tokenHash = hashToken(readToken(request))
    const isKnown = (await tokenOwners.lookUp(tokenHash)) !== undefined || (await isOfSource(tokenHash))
    if (!isKnown) throw unknownToken()
    return reply.code(204).send()
  })
}
