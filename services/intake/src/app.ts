import { createHttpServer } from '@pagebell/http/create-http-server'
import type { HttpServer } from '@pagebell/http/http-server'
import type { Log } from '@pagebell/runtime/log'
import { type BatchTools, batchRoute } from './batches/batch.route.ts'
import { checkTokenRoute } from './hooks/check-token.route.ts'
import { type SubmitTools, submitRoute } from './submissions/submit.route.ts'

/** The public HTTP side, ready to `listen`. `untrustedClients` where clients do not come through the gateway. */
export function createApp(log: Log, untrustedClients: boolean, tools: SubmitTools & BatchTools): HttpServer {
  const app = createHttpServer({ log, untrustedClients })
  // A webhook takes JSON alone: forms cannot carry the list.
  app.removeContentTypeParser('application/x-www-form-urlencoded')
  submitRoute(app, tools)
  batchRoute(app, tools)
  checkTokenRoute(app, tools.tokenOwners)
  return app
}
