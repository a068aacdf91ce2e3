import { createHttpServer } from '@pagebell/http/create-http-server'
import type { HttpServer } from '@pagebell/http/http-server'
import type { Log } from '@pagebell/runtime/log'
import { type BatchTools, batchRoute } from './batches/batch.route.ts'
import { checkTokenRoute } from './hooks/check-token.route.ts'
import { type ScanRouteTools, scanRoute } from './hooks/scan.route.ts'
import { type KeyFileTools, keyFileRoute } from './source-deliveries/key-file.route.ts'
import { type ReceiveRouteTools, receiveRoute } from './source-deliveries/receive.route.ts'
import { type SubmitTools, submitRoute } from './submissions/submit.route.ts'

type AppOptions = {
  log: Log
  /** Clients do not come through the gateway. */
  untrustedClients: boolean
  /** CIDRs of the gateways. */
  trustProxy: string[]
}

/** The public HTTP side, ready to `listen`. */
export function createApp(
  options: AppOptions,
  tools: SubmitTools & BatchTools & ReceiveRouteTools & KeyFileTools & ScanRouteTools,
): HttpServer {
  const app = createHttpServer(options)
  // A webhook takes JSON alone: forms cannot carry the list.
  app.removeContentTypeParser('application/x-www-form-urlencoded')
  submitRoute(app, tools)
  batchRoute(app, tools)
  receiveRoute(app, tools)
  keyFileRoute(app, tools)
  scanRoute(app, tools)
  const { findSource } = tools.deliveries
  checkTokenRoute(app, tools.tokenOwners, async (tokenHash) => (await findSource(tokenHash)) !== undefined)
  return app
}
