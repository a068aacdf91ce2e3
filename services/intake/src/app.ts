import { createHttpServer } from '@pagebell/http/create-http-server'
import type { HttpServer } from '@pagebell/http/http-server'
import type { Log } from '@pagebell/runtime/log'
import { type BatchTools, batchRoute } from './routes/batch.ts'
import { type SubmitTools, submitRoute } from './routes/submit.ts'

/** The public HTTP side, ready for `listen` or, in tests, `inject`. */
export function createApp(log: Log, tools: SubmitTools & BatchTools): HttpServer {
  const app = createHttpServer({ log })
  // A webhook takes JSON alone: forms cannot carry the list.
  app.removeContentTypeParser('application/x-www-form-urlencoded')
  submitRoute(app, tools)
  batchRoute(app, tools)
  return app
}
