import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from '@pagebell/http/http-server'
import { callerOf } from '../auth/caller.ts'
import type { Clients } from '../clients.ts'

/** The page of a browser may not call the endpoint (Model Context Protocol, streamable HTTP, "Security Warning"). */
export function refuseForeignOrigin(app: HttpServer, publicOrigin: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { origin } = request.headers
    if (origin === undefined || origin === publicOrigin) return done()
    done(fault('forbidden', 'Requests from web pages of other origins are refused.', { code: 'foreign_origin' }))
  })
}

type McpParts = { clients: Clients; publicOrigin: string }

/**
 * `POST /mcp`: the Model Context Protocol over streamable HTTP, without sessions. One message a request, so that each
 * counts towards the limit of calls. In a scope where requests need a key.
 */
export function serveMcp(app: HttpServer, { clients, publicOrigin }: McpParts): void {
  app.post('/mcp', { schema: { hide: true } }, async (request, reply) => {
    const { body } = request
    if (Array.isArray(body)) throw fault('malformed', 'Send one JSON-RPC message; batches are refused.')
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    // 34 MB of an installation that uses it, and of no other (ADR 81).
    const { createHandler } = await import('./mcp-server.ts')
    const handler = createHandler({
      caller: callerOf(request),
      clients,
      publicUrl: (path) => `${publicOrigin}${path}`,
      requestId: request.id,
      log: request.log,
    })
    const sent = new Request(`${publicOrigin}/mcp`, {
      method: 'POST',
      headers: toHeaders(request.headers),
      signal: gone.signal,
    })
    const answer = await handler.fetch(sent, { parsedBody: body })
    answer.headers.set('cache-control', 'no-store')
    return reply.send(answer)
  })
}

/** Without the key: the protocol has no use for it. */
function toHeaders({ authorization: _key, ...headers }: Record<string, string | string[] | undefined>): Headers {
  const known = new Headers()
  for (const [name, value] of Object.entries(headers)) for (const one of [value ?? []].flat()) known.append(name, one)
  return known
}
