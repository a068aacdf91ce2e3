import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from './http-server.ts'

const welcome = new Set(['*/*', 'application/*', 'application/json', 'application/problem+json'])

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route answers where it does not answer JSON. */
    mediaType?: string
  }
}

/**
 * In this scope, a request whose Accept excludes JSON gets 406 (RFC 9110 12.5.1), unless it accepts the other type that
 * its route answers.
 */
export function refuseUnacceptable(app: HttpServer): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { accept } = request.headers
    const { mediaType } = request.routeOptions.config
    const isAccepted = acceptsJson(accept) || (mediaType !== undefined && accept?.includes(mediaType))
    done(isAccepted ? undefined : fault('not_acceptable', `This API answers ${mediaType ?? 'application/json'}.`))
  })
}

export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return welcome.has(type) && !parameters.some((parameter) => /^q=0(\.0{0,3})?$/.test(parameter))
  })
}
