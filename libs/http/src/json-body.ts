import { fault } from '@pagebell/faults/fault'
import { hasMoreJsonNodes } from '@pagebell/runtime/has-more-json-nodes'
import type { HttpServer } from './http-server.ts'

/** A webhook of 10,000 URLs has half as many. */
const maxNodes = 20_000

/** Reads `application/json` as fastify does, unless parsing it would keep the event loop from everybody else. */
export function acceptJson(app: HttpServer): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (hasMoreJsonNodes(body, maxNodes)) done(fault('invalid', `The body has more than ${maxNodes} values.`))
    else void parse(request, body, done)
  })
}
