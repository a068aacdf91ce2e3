import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from '@pagebell/http/http-server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Cookies } from './cookies.ts'
import type { FoundSession, Sessions } from './sessions.ts'

const known = new WeakMap<object, FoundSession>()

type SessionTools = { cookies: Cookies; sessions: Sessions }

/** In this scope the session of each request is looked up; a request without one is served too. */
export function readSession(app: HttpServer, { cookies, sessions }: SessionTools): void {
  app.addHook('onRequest', async (request) => {
    const cookie = cookies.read(request, 'session')
    const session = cookie === undefined ? undefined : await sessions.find(cookie)
    if (session !== undefined) known.set(request.raw, session)
  })
}

/** In this scope a request without a session is redirected to the sign-in page and back. After `readSession`. */
export function requireSession(app: HttpServer): void {
  app.addHook('onRequest', async (request, reply) => {
    if (known.has(request.raw)) return undefined
    const back = request.method === 'GET' && request.url !== '/' ? `?next=${encodeURIComponent(request.url)}` : ''
    // htmx would put the sign-in page into a part of this one: it reloads the page instead.
    if (request.headers['hx-request'] !== undefined) return reply.code(204).header('hx-refresh', 'true').send()
    return reply.redirect(`/sign-in${back}`, 303)
  })
}

export const sessionOf = (request: FastifyRequest): FoundSession | undefined => known.get(request.raw)

/** The account of a request that came through `requireSession`. */
export function accountOf(request: FastifyRequest): string {
  const session = known.get(request.raw)
  if (session === undefined) throw fault('internal', 'A public page asked for its account.')
  return session.accountId
}

/** Starts a session under a new id, and ends the browser's previous session, of any account. */
export async function startSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { account_id, email, password_version }: { account_id: string; email: string; password_version: number },
  { cookies, sessions }: SessionTools,
): Promise<void> {
  const before = cookies.read(request, 'session')
  if (before !== undefined) await sessions.end(before)
  cookies.set(reply, 'session', await sessions.begin(account_id, email, password_version), sessions.lifetimeSeconds)
}
