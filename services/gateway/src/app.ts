import { refuseUnacceptable } from '@pagebell/http/accepts-json'
import { boundHeldBodies } from '@pagebell/http/bound-bodies'
import type { HttpServer } from '@pagebell/http/http-server'
import { refuseUnknownQueries } from '@pagebell/http/strict-query'
import { createGuessLimit, type GuessLimit } from './auth/guess-limit.ts'
import type { KeyCache } from './auth/key-cache.ts'
import { limitCalls, type Redis } from './auth/rate-limit.ts'
import { requireKey, requireScope } from './auth/require-key.ts'
import type { Clients } from './clients.ts'
import { serveDocs } from './docs/serve-docs.ts'
import { serveEmail } from './email/serve-email.ts'
import { hashRequests } from './http/idempotency.ts'
import { type RoutesFile, registerRoutes } from './http/routes.ts'
import { refuseForeignOrigin, serveMcp } from './mcp/serve-mcp.ts'
import { describeApi, serveDocuments } from './openapi/describe-api.ts'
import { serveLastmod } from './pages/serve-lastmod.ts'
import { hooksProxy } from './proxy/hooks-proxy.ts'
import { panelProxy } from './proxy/panel-proxy.ts'
import { heldBodyBounds } from './proxy/upstream-proxy.ts'
import { serveWebSub } from './websub/serve-websub.ts'

type GatewayParts = {
  clients: Clients
  routes: RoutesFile[]
  redis: Redis
  keys: KeyCache
  publicOrigin: string
  hooksOrigin: string
  internalToken: string
  intakeUrl: string
  panelUrl: string
}
type KeyedParts = GatewayParts & { guessLimit: GuessLimit }

/** Everything that the gateway serves on its public port, as a Fastify plug-in. */
export const gateway = (parts: GatewayParts) => async (app: HttpServer) => {
  if (parts.publicOrigin.startsWith('https:')) {
    app.addHook('onRequest', (_request, reply, done) => {
      void reply.header('strict-transport-security', 'max-age=31536000')
      done()
    })
  }
  await app.register(describeApi(parts.publicOrigin))
  const keyed = { ...parts, guessLimit: createGuessLimit(parts.redis) }
  await app.register(api(keyed), { prefix: '/api/v1' })
  await app.register(async (mcp: HttpServer) => {
    refuseForeignOrigin(mcp, parts.publicOrigin)
    requireAccount(mcp, keyed)
    serveMcp(mcp, parts)
  })
  await app.register(serveDocuments)
  await serveDocs(app, { origin: parts.publicOrigin, hooksOrigin: parts.hooksOrigin })
  serveLastmod(app, parts)
  serveWebSub(app, parts)
  serveEmail(app, parts)
  await app.register(async (proxied: HttpServer) => {
    boundHeldBodies(proxied, heldBodyBounds())
    await proxied.register(hooksProxy(parts.intakeUrl))
    await proxied.register(panelProxy(parts.panelUrl))
  })
}

/** In this scope, requests need a key, and count towards the limit of its plan. */
function requireAccount(app: HttpServer, { clients, keys, redis, guessLimit }: KeyedParts): void {
  requireKey(app, { accounts: clients.accounts, keys, guessLimit })
  limitCalls(app, redis)
}

const api = (parts: KeyedParts) => async (app: HttpServer) => {
  const { clients } = parts
  refuseUnknownQueries(app)
  refuseUnacceptable(app)
  requireAccount(app, parts)
  requireScope(app)
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('cache-control', 'private, no-cache')
    done()
  })

  const publicUrl = (path: string) => `${parts.publicOrigin}${path}`
  const hooksUrl = (path: string) => `${parts.hooksOrigin}${path}`
  const idempotencyOf = hashRequests(parts.internalToken)
  await registerRoutes(app, { clients, publicUrl, hooksUrl, idempotencyOf }, parts.routes)
}
