import type { HttpServer } from '@pagebell/http/http-server'
import { Type } from '@pagebell/schema/type'
import { hashToken } from '@pagebell/tokens/token'
import { readToken, unknownToken } from '../hooks/read-token.ts'
import { answerTimeoutMs } from '../time-limit.ts'
import type { SourceDeliveries } from './create-source-deliveries.ts'

type KeyFileRequest = { account_id: string; project_id: string; host: string }

export type KeyFileTools = {
  deliveries: Pick<SourceDeliveries, 'findSource' | 'countRequest'>
  /** The notifier's method. */
  findKeyFile: (request: KeyFileRequest, options: { deadlineMs: number }) => Promise<{ key: string; location: string }>
}

const querystring = Type.Object(
  {
    host: Type.String({
      minLength: 1,
      maxLength: 300,
      description: 'The host of the site, with its port if it has one.',
    }),
  },
  { additionalProperties: false },
)

/**
 * `GET /api/hooks/{token}/key-file?host=`: the IndexNow key of a host of the project, and where its file has to be, so that a
 * sender that is the site, such as the WordPress plug-in, serves it. The token is enough: the key is in a public file.
 */
export function keyFileRoute(app: HttpServer, { deliveries, findKeyFile }: KeyFileTools): void {
  app.get('/api/hooks/:token/key-file', { schema: { querystring } }, async (request) => {
    const began = performance.now()
    const msLeft = () => Math.max(1, answerTimeoutMs - (performance.now() - began))
    const tokenHash = hashToken(readToken(request))
    const source = await deliveries.findSource(tokenHash)
    if (source === undefined) throw unknownToken()
    await deliveries.countRequest(source, tokenHash, msLeft())
    const { host } = request.query
    const { account_id, project_id } = source
    const { key, location } = await findKeyFile({ account_id, project_id, host }, { deadlineMs: msLeft() })
    return { data: { host, kind: source.kind, key, location }, status: 200 }
  })
}
