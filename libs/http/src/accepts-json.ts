import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from './http-server.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route answers in place of JSON, such as `text/csv`. Its problems are JSON all the same. */
    mediaType?: string
  }
}

const json = ['*/*', 'application/*', 'application/json', 'application/problem+json']

/** In this scope, a request whose Accept excludes what its route answers gets 406 (RFC 9110 12.5.1). */
export function refuseUnacceptable(app: HttpServer): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { mediaType } = request.routeOptions.config
    if (accepts(request.headers.accept, mediaType)) return done()
    done(fault('not_acceptable', `This API answers ${mediaType ?? 'application/json'}.`))
  })
}

function accepts(accept: string | undefined, mediaType: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true
  const welcome = mediaType === undefined ? json : ['*/*', mediaType.replace(/\/.*/, '/*'), mediaType]
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return welcome.includes(type) && !parameters.some((parameter) => /^q=0(\.0{0,3})?$/.test(parameter))
  })
}
