import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from '@pagebell/http/http-server'
import type { FastifyRequest } from 'fastify'
import type { Cookies } from './cookies.ts'
import type { Session, Sessions } from './sessions.ts'

const known = new WeakMap<object, Session>()

type Parts = { cookies: Cookies; sessions: Sessions }

/** In this scope the request's session is looked up; not having one is no reason to refuse. */
export function recogniseSession(app: HttpServer, { cookies, sessions }: Parts): void {
  app.addHook('onRequest', async (request) => {
    const cookie = cookies.read(request, 'session')
    const session = cookie === undefined ? undefined : await sessions.find(cookie)
    if (session !== undefined) known.set(request.raw, session)
  })
}

/** In this scope nobody is served who is not signed in: they are led to the sign-in page and back. After `recogniseSession`. */
export function requireSession(app: HttpServer): void {
  app.addHook('onRequest', async (request, reply) => {
    if (known.has(request.raw)) return undefined
    const back = request.method === 'GET' && request.url !== '/' ? `?next=${encodeURIComponent(request.url)}` : ''
    // A part of a page cannot be led elsewhere, its page can.
    if (request.headers['hx-request'] !== undefined) return reply.code(204).header('hx-refresh', 'true').send()
    return reply.redirect(`/sign-in${back}`, 303)
  })
}

export const sessionOf = (request: FastifyRequest): Session | undefined => known.get(request.raw)

/** The account of a request that came through `requireSession`. */
export function accountOf(request: FastifyRequest): string {
  const session = known.get(request.raw)
  if (session === undefined) throw fault('internal', 'A public page asked for its account.')
  return session.accountId
}
