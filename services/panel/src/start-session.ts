import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Cookies } from './cookies.ts'
import type { Sessions } from './sessions.ts'

/** Signs the account in under a new id; the session that the browser came with, whosever it is, ends. */
export async function startSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { account_id, email, password_version }: { account_id: string; email: string; password_version: number },
  { cookies, sessions }: { cookies: Cookies; sessions: Sessions },
): Promise<void> {
  const before = cookies.read(request, 'session')
  if (before !== undefined) await sessions.end(before)
  cookies.set(reply, 'session', await sessions.begin(account_id, email, password_version), sessions.lifetimeSeconds)
}
