import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from '@pagebell/http/http-server'
import type { FastifyReply } from 'fastify'
import { passOn } from './pass-on.ts'
import { requireKnownHook } from './require-known-hook.ts'

/** As intake has it. */
const maxBodyBytes = 4 * 1_024 * 1_024

/**
 * /api/hooks/* goes to intake byte for byte: one origin is enough for a customer. Intake can also be reached on its own
 * (HOOKS_URL), past the gateway.
 */
export const passHooksOn = (intakeUrls: string) => async (app: HttpServer) => {
  requireKnownHook(app, intakeUrls)
  await passOn(app, {
    urls: intakeUrls,
    prefix: '/api/hooks',
    maxBodyBytes,
    headersTimeoutMs: 15_000,
    answerAway,
  })
}

/** Whether intake may have taken the request decides what a client can conclude from the failure. */
function answerAway(reply: FastifyReply, error: Error & { cause?: unknown }): void {
  const { code } = (error.cause ?? error) as { code?: string }
  const unreached = code === 'ECONNREFUSED' || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ENOTFOUND'
  const details = { outcome: unreached ? 'none' : 'unknown' }
  void reply.send(fault('unavailable', 'The webhook does not answer.', { retryAfterSeconds: 2, details, cause: error }))
}
