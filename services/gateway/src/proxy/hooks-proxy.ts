import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from '@pagebell/http/http-server'
import type { FastifyReply } from 'fastify'
import { requireKnownHook, tokenOf } from './require-known-hook.ts'
import { proxyTo } from './upstream-proxy.ts'

/** The limit of intake. */
const maxBodyBytes = 4 * 1_024 * 1_024

/** Forwards /api/hooks/* to intake byte for byte. Intake can also be public itself (HOOKS_URL), without the gateway. */
export const hooksProxy = (intakeUrls: string) => async (app: HttpServer) => {
  requireKnownHook(app, intakeUrls)
  await proxyTo(app, {
    urls: intakeUrls,
    prefix: '/api/hooks',
    maxBodyBytes,
    headersTimeoutMs: 15_000,
    tokenOf,
    recordedPath,
    onUnavailable,
  })
}

/** The forms of a webhook path, without the token. Any other path may be a token with a typo. */
function recordedPath(url: string): string | undefined {
  if (/^\/api\/hooks\/pbh_[^/?]+(?:\?|$)/.test(url)) return '/api/hooks/***'
  if (/^\/api\/hooks\/submit(?:\?|$)/.test(url)) return '/api/hooks/submit'
  const form = /^\/api\/hooks\/[^/?]+\/(submit|scan)(?:\?|$)/.exec(url)?.[1]
  return form === undefined ? undefined : `/api/hooks/***/${form}`
}

/** `outcome` says whether intake may have got the request. */
function onUnavailable(reply: FastifyReply, error: Error & { cause?: unknown }): void {
  const { code } = (error.cause ?? error) as { code?: string }
  const unreached = code === 'ECONNREFUSED' || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ENOTFOUND'
  const details = { outcome: unreached ? 'none' : 'unknown' }
  void reply.send(fault('unavailable', 'The webhook does not answer.', { retryAfterSeconds: 2, details, cause: error }))
}
