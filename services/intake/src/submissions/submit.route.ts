import { channelIds } from '@pagebell/channel-settings/all-channels'
import { type Fault, fault } from '@pagebell/faults/fault'
import { requireIdempotencyKey } from '@pagebell/faults/idempotency-key'
import type { HttpServer } from '@pagebell/http/http-server'
import { type Static, Type } from '@pagebell/schema/type'
import { hashToken } from '@pagebell/tokens/token'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TokenOwner } from '../hooks/hook.ts'
import { readToken, unknownToken } from '../hooks/read-token.ts'
import type { TokenOwners } from '../hooks/token-owners.ts'
import { rateLimitHeaders } from '../quotas/quota-use.ts'
import { answerTimeoutMs } from '../time-limit.ts'
import { webhookIdempotency } from './idempotency.ts'
import type { Submission, SubmissionAnswer, SubmissionResult } from './submit-urls.ts'

const body = Type.Object(
  {
    urls: Type.Array(Type.String(), { minItems: 1, maxItems: 10_000 }),
    // Without one the URLs are sent to the project's default channels.
    channel: Type.Optional(Type.String({ enum: [...channelIds] })),
    action: Type.Unsafe<'update' | 'delete'>({ type: 'string', enum: ['update', 'delete'], default: 'update' }),
  },
  { additionalProperties: false },
)
const querystring = Type.Object(
  { dry_run: Type.Unsafe<'0' | '1'>({ type: 'string', enum: ['0', '1'], default: '0' }) },
  { additionalProperties: false },
)

export type SubmitTools = {
  submit: (submission: Submission) => Promise<SubmissionResult>
  tokenOwners: TokenOwners
}

/** `POST /api/hooks/{token}/submit`, and without the token in the path for senders that use `Authorization: Bearer`. */
export function submitRoute(app: HttpServer, { submit, tokenOwners }: SubmitTools): void {
  async function handle(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<SubmissionAnswer & { status: 200 | 202 }> {
    const { tokenHash, owner, lookupMs } = hookOf(request)
    const { urls, action, channel } = request.body as Static<typeof body>
    const key = readIdempotencyKey(request)
    const dryRun = (request.query as Static<typeof querystring>).dry_run === '1'
    const result = await submit({
      tokenHash,
      owner,
      urls,
      channel,
      action,
      idempotency: key === undefined ? undefined : webhookIdempotency(key, { urls, channel, action }),
      dryRun,
      timeoutMs: answerTimeoutMs - lookupMs,
    })
    reply.headers(rateLimitHeaders(result.quota, result.at))
    if (result.kind === 'refused') throw result.refusal
    const status = dryRun ? 200 : 202
    return reply.code(status).send({ ...result.answer, status })
  }

  for (const url of ['/api/hooks/:token/submit', '/api/hooks/submit']) {
    app.post(url, {
      schema: { body, querystring },
      bodyLimit: 4 * 1_024 * 1_024,
      // Before a byte of the body is read, so that the body of an unknown sender costs nothing. The commit decides
      // again.
      onRequest: async (request) => {
        const tokenHash = hashToken(readToken(request))
        const began = performance.now()
        const owner = await tokenOwners.lookUp(tokenHash)
        if (owner === undefined) throw unknownToken()
        request[hookKey] = { tokenHash, owner, lookupMs: performance.now() - began }
      },
      // Only whose token is accepted learns what is wrong with a body.
      errorHandler: async (error, request) => {
        const hook = request[hookKey]
        if (hook === undefined) throw error
        const isRejectedToken =
          (error as Fault).code === unknownToken().code ||
          ((request.body === undefined || isOfBody(error)) &&
            (await tokenOwners.authenticateToken(hook.tokenHash)) === undefined)
        if (isRejectedToken) tokenOwners.forget(hook.tokenHash)
        if (isRejectedToken) throw unknownToken()
        throw (error as { statusCode?: number }).statusCode === 415 ? wantsJson() : error
      },
      handler: handle,
    })
  }
}

/** The token's owner as looked up before the body, and the milliseconds that the look-up took. */
type RequestHook = { tokenHash: Buffer; owner: TokenOwner; lookupMs: number }

const hookKey: unique symbol = Symbol('hook')
declare module 'fastify' {
  interface FastifyRequest {
    [hookKey]?: RequestHook
  }
}

function hookOf(request: FastifyRequest): RequestHook {
  const hook = request[hookKey]
  if (hook === undefined) throw fault('internal', 'A request came to its handler before its token was looked up.')
  return hook
}

const isOfBody = (error: unknown): boolean => ['invalid', 'malformed'].includes((error as Fault).kind)

const wantsJson = (): Fault => fault('unsupported_media_type', 'Send application/json.')

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  return requireIdempotencyKey(key, 'malformed')
}
