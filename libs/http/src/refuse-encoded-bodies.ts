import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from './http-server.ts'

/** A body that is packed (Content-Encoding) is refused unread: a few kilobytes could become gigabytes (RFC 9110 8.4, 15.5.16). */
export function refuseEncodedBodies(app: HttpServer): void {
  app.addHook('onRequest', (request, reply, done) => {
    const encoding = request.headers['content-encoding']
    if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return done()
    void reply.header('accept-encoding', 'identity')
    done(fault('unsupported_media_type', 'Send the body as it is, without Content-Encoding.'))
  })
}
