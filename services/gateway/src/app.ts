import { refuseUnacceptable } from '@pagebell/http/accepts-json'
import { boundHeldBodies } from '@pagebell/http/bound-bodies'
import type { HttpServer } from '@pagebell/http/http-server'
import { refuseUnknownQueries } from '@pagebell/http/strict-query'
import { createGuessLimit } from './auth/guess-limit.ts'
import type { KeyCache } from './auth/key-cache.ts'
import { limitCalls, type Redis } from './auth/rate-limit.ts'
import { requireKey, requireScope } from './auth/require-key.ts'
import type { Clients } from './clients.ts'
import { serveDocs } from './docs/serve-docs.ts'
import { hashRequests } from './http/idempotency.ts'
import { type RoutesFile, registerRoutes } from './http/routes.ts'
import { describeApi, serveDocuments } from './openapi/describe-api.ts'
import { serveLastmod } from './pages/serve-lastmod.ts'
import { hooksProxy } from './proxy/hooks-proxy.ts'
import { panelProxy } from './proxy/panel-proxy.ts'
import { heldBodyBounds } from './proxy/upstream-proxy.ts'

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

/** Everything that the gateway serves on its public port, as a Fastify plug-in. */
export const gateway = (parts: GatewayParts) => async (app: HttpServer) => {
  if (parts.publicOrigin.startsWith('https:')) {
    app.addHook('onRequest', (_request, reply, done) => {
      void reply.header('strict-transport-security', 'max-age=31536000')
      done()
    })
  }
  await app.register(describeApi(parts.publicOrigin))
  await app.register(api(parts), { prefix: '/api/v1' })
  await app.register(serveDocuments)
  await serveDocs(app, { origin: parts.publicOrigin, hooksOrigin: parts.hooksOrigin })
  serveLastmod(app, parts)
  await app.register(async (proxied: HttpServer) => {
    boundHeldBodies(proxied, heldBodyBounds())
    await proxied.register(hooksProxy(parts.intakeUrl))
    await proxied.register(panelProxy(parts.panelUrl))
  })
}

const api = (parts: GatewayParts) => async (app: HttpServer) => {
  const { clients, keys } = parts
  refuseUnknownQueries(app)
  refuseUnacceptable(app)
  requireKey(app, { accounts: clients.accounts, keys, guessLimit: createGuessLimit(parts.redis) })
  limitCalls(app, parts.redis)
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
