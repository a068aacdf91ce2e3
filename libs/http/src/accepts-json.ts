import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from './http-server.ts'

const welcome = new Set(['*/*', 'application/*', 'application/json', 'application/problem+json'])

/** In this scope, a request whose Accept excludes JSON gets 406 (RFC 9110 12.5.1). */
export function refuseUnacceptable(app: HttpServer): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(
      acceptsJson(request.headers.accept) ? undefined : fault('not_acceptable', 'This API answers application/json.'),
    )
  })
}

export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return welcome.has(type) && !parameters.some((parameter) => /^q=0(\.0{0,3})?$/.test(parameter))
  })
}
