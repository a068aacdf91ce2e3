import { createHttpServer } from '@pagebell/http/create-http-server'
import { createLog } from '@pagebell/runtime/log'
import { allRoutes } from '../../src/all-routes.ts'
import type { ApiDocument } from '../../src/openapi/api-document.ts'
import type { Peers } from '../../src/peers.ts'
import { describeApi } from '../../src/reference.ts'

/** The document as the gateway serves it. No route is called, so that nothing stands behind them. */
export async function readDocument(publicOrigin = 'https://pagebell.example.org'): Promise<ApiDocument> {
  const app = createHttpServer({ log: createLog('gateway', 'silent') })
  const address = (path: string) => `${publicOrigin}${path}`
  await app.register(describeApi(publicOrigin))
  await app.register(
    async (api) => {
      const parts = { peers: {} as Peers, publicUrl: address, hooksUrl: address, idempotencyOf: () => ({}) }
      for (const route of allRoutes) route(api, parts)
    },
    { prefix: '/api/v1' },
  )
  await app.ready()
  const document = app.swagger() as object as ApiDocument
  await app.close()
  return structuredClone(document)
}
