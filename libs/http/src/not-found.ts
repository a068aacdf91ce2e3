import { fault } from '@pagebell/faults/fault'
import type { HTTPMethods } from 'fastify'
import findMyWay from 'find-my-way'
import type { HttpServer } from './http-server.ts'

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** 404 for an undeclared path; 405 with Allow where only the method is wrong. Fastify itself responds 404 to both. */
export function answerNotFound(app: HttpServer): void {
  // A second router of the same kind, used only when the first found nothing.
  const declared = findMyWay({ maxParamLength: 300 })
  const seen = new Set<string>()

  app.addHook('onRoute', ({ method, url }) => {
    // A catch-all declares no path.
    if (url === '/*') return
    for (const one of [method].flat() as HTTPMethods[]) {
      if (seen.has(`${one} ${url}`)) continue
      seen.add(`${one} ${url}`)
      declared.on(one as 'GET', url, () => undefined)
    }
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const allowed = methods.filter((method) => declared.find(method as 'GET', path) !== null)
    // A wildcard route may have called callNotFound() for this path.
    if (allowed.length === 0 || allowed.includes(request.method as HTTPMethods))
      throw fault('not_found', 'There is nothing here.')
    void reply.header('allow', allowed.join(', '))
    throw fault('method_not_allowed', `This path takes ${allowed.join(', ')}.`)
  })
}
