import type { HttpServer } from '@pagebell/http/http-server'
import { Type } from '@pagebell/schema/type'
import { hashToken } from '@pagebell/tokens/token'
import type { RequestScan } from '../source-deliveries/scan-requests.ts'
import type { Submissions } from '../submissions/create-submissions.ts'
import { answerTimeoutMs } from '../time-limit.ts'
import { readToken, unknownToken } from './read-token.ts'
import type { TokenOwners } from './token-owners.ts'

export type ScanRouteTools = {
  tokenOwners: Pick<TokenOwners, 'authenticateToken'>
  countRequest: Submissions['countRequest']
  requestScan: RequestScan
}

const querystring = Type.Object({}, { additionalProperties: false })

/**
 * `POST /api/hooks/{token}/scan`: has the watches of the project scanned, for a deploy hook that says no more than that it was
 * called. Its body does not count.
 */
export function scanRoute(app: HttpServer, { tokenOwners, countRequest, requestScan }: ScanRouteTools): void {
  app.post('/api/hooks/:token/scan', { schema: { querystring } }, async (request, reply) => {
    const tokenHash = hashToken(readToken(request))
    const owner = await tokenOwners.authenticateToken(tokenHash)
    if (owner === undefined) throw unknownToken()
    await countRequest({ tokenHash, owner }, answerTimeoutMs)
    await requestScan({ account_id: owner.accountId, project_id: owner.projectId })
    return reply.code(202).send({ status: 202 })
  })
}
