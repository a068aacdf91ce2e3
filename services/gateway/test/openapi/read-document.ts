import { createHttpServer } from '@pagebell/http/create-http-server'
import type { HttpServer } from '@pagebell/http/http-server'
import { createLog } from '@pagebell/runtime/log'
import type { Clients } from '../../src/clients.ts'
import { loadRoutes, registerRoutes } from '../../src/http/routes.ts'
import type { ApiDocument } from '../../src/openapi/api-document.ts'
import { describeApi } from '../../src/openapi/describe-api.ts'

/** The document as the gateway serves it. No route is called, so there are no services behind them. */
export async function readDocument(publicOrigin = 'https://pagebell.example.org'): Promise<ApiDocument> {
  const app = createHttpServer({ log: createLog('gateway', 'silent') })
  const address = (path: string) => `${publicOrigin}${path}`
  const api = { clients: {} as Clients, publicUrl: address, hooksUrl: address, idempotencyOf: () => ({}) }
  const routes = await loadRoutes()
  await app.register(describeApi(publicOrigin))
  await app.register((scope: HttpServer) => registerRoutes(scope, api, routes), { prefix: '/api/v1' })
  await app.ready()
  const document = app.swagger() as object as ApiDocument
  await app.close()
  return structuredClone(document)
}
