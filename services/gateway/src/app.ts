import { refuseUnacceptable } from '@pagebell/http/accepts-json'
import { boundHeldBodies } from '@pagebell/http/bound-bodies'
import type { HttpServer } from '@pagebell/http/http-server'
import { refuseUnknownQueries } from '@pagebell/http/strict-query'
import type { connectRedis } from '@pagebell/redis/redis'
import { allRoutes } from './all-routes.ts'
import { serveDocs } from './docs/serve-docs.ts'
import { hashRequests } from './idempotency.ts'
import type { KeyCache } from './key-cache.ts'
import { limitCalls } from './limit-calls.ts'
import { limitGuesses } from './limit-guesses.ts'
import { passHooksOn } from './pass-hooks-on.ts'
import { heldBodyBounds } from './pass-on.ts'
import { passToPanel } from './pass-to-panel.ts'
import type { Peers } from './peers.ts'
import { describeApi, serveDocuments } from './reference.ts'
import { requireKey, requireScope } from './require-key.ts'

type Parts = {
  peers: Peers
  redis: ReturnType<typeof connectRedis>
  keys: KeyCache
  publicOrigin: string
  internalToken: string
  hooksOrigin: string
  intakeUrl: string
  panelUrl: string
}

/** Everything the gateway serves, as a plug-in: tests use it without a port. */
export const gateway = (parts: Parts) => async (app: HttpServer) => {
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
  await app.register(async (passed: HttpServer) => {
    boundHeldBodies(passed, heldBodyBounds())
    await passed.register(passHooksOn(parts.intakeUrl))
    await passed.register(passToPanel(parts.panelUrl))
  })
}

const api = (parts: Parts) => async (app: HttpServer) => {
  refuseUnknownQueries(app)
  refuseUnacceptable(app)
  requireKey(app, parts.peers, parts.keys, limitGuesses(parts.redis))
  limitCalls(app, parts.redis)
  requireScope(app)
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('cache-control', 'private, no-cache')
    done()
  })

  const publicUrl = (path: string) => `${parts.publicOrigin}${path}`
  const hooksUrl = (path: string) => `${parts.hooksOrigin}${path}`
  const idempotencyOf = hashRequests(parts.internalToken)
  for (const route of allRoutes) route(app, { peers: parts.peers, publicUrl, hooksUrl, idempotencyOf })
}
