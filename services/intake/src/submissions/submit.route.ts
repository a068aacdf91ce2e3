import { channelIds } from '@pagebell/channel-settings/all-channels'
import { type Fault, fault } from '@pagebell/faults/fault'
import { requireIdempotencyKey } from '@pagebell/faults/idempotency-key'
import type { HttpServer } from '@pagebell/http/http-server'
import { asFault } from '@pagebell/http/problem'
import { type Static, Type } from '@pagebell/schema/type'
import { hashToken } from '@pagebell/tokens/token'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TokenOwner } from '../hooks/hook.ts'
import { readToken, unknownToken } from '../hooks/read-token.ts'
import type { TokenOwners } from '../hooks/token-owners.ts'
import { rateLimitHeaders } from '../quotas/quota-use.ts'
import type { RequestLog } from '../requests/request-log.ts'
import { fieldsOf, toWebhookRequest } from '../requests/webhook-request.ts'
import { answerTimeoutMs } from '../time-limit.ts'
import type { OverQuota } from './commit.ts'
import { webhookIdempotency } from './idempotency.ts'
import { readSchedule, scheduleFields } from './schedule.ts'
import type { Submission, SubmissionAnswer, SubmissionResult } from './submit-urls.ts'

const body = Type.Object(
  {
    urls: Type.Array(Type.String(), { minItems: 1, maxItems: 10_000 }),
    // Without one the URLs are sent to the project's default channels.
    channel: Type.Optional(Type.String({ enum: [...channelIds] })),
    action: Type.Unsafe<'update' | 'delete'>({ type: 'string', enum: ['update', 'delete'], default: 'update' }),
    over_quota: Type.Unsafe<OverQuota>({ type: 'string', enum: ['refuse', 'wait'], default: 'refuse' }),
    // Without it the project's setting decides.
    preflight: Type.Optional(Type.Boolean()),
    ...scheduleFields,
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
  requestLog: Pick<RequestLog, 'add'>
}

/** `POST /api/hooks/{token}/submit`, and without the token in the path for senders that use `Authorization: Bearer`. */
export function submitRoute(app: HttpServer, { submit, tokenOwners, requestLog }: SubmitTools): void {
  async function handle(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<SubmissionAnswer & { status: 200 | 202 }> {
    const hook = hookOf(request)
    const { tokenHash, owner, lookupMs } = hook
    const sent = request.body as Static<typeof body>
    const { urls, action, channel, over_quota: overQuota, preflight } = sent
    const schedule = readSchedule(sent, owner.project, Date.now())
    const key = readIdempotencyKey(request)
    const dryRun = (request.query as Static<typeof querystring>).dry_run === '1'
    const result = await submit({
      tokenHash,
      owner,
      urls,
      channel,
      action,
      idempotency:
        key === undefined
          ? undefined
          : webhookIdempotency(key, { urls, channel, action, overQuota, preflight, schedule }),
      dryRun,
      overQuota,
      preflight: schedule === undefined ? preflight : true,
      schedule,
      timeoutMs: answerTimeoutMs - lookupMs,
    })
    reply.headers(rateLimitHeaders(result.quota, result.at))
    if (result.kind === 'refused') throw result.refusal
    hook.answer = result.answer
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
        request[hookKey] = { tokenHash, owner, lookupMs: performance.now() - began, fields: [] }
      },
      preValidation: async (request) => {
        hookOf(request).fields = fieldsOf(request.body)
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
        const isOtherType = (error as { statusCode?: number }).statusCode === 415
        hook.refusal = isRejectedToken ? unknownToken() : isOtherType ? wantsJson() : asFault(error)
        throw hook.refusal
      },
      handler: handle,
      onResponse: async (request, reply) => {
        const hook = request[hookKey]
        if (hook === undefined) return
        const { ip: address, headers, body, query } = request
        const agent = headers['user-agent']
        requestLog.add(toWebhookRequest({ ...hook, address, agent, body, query, status: reply.statusCode }))
      },
    })
  }
}

/** The token's owner as looked up before the body, the milliseconds that took, and the result of the request. */
type RequestHook = {
  tokenHash: Buffer
  owner: TokenOwner
  lookupMs: number
  fields: string[]
  answer?: SubmissionAnswer
  refusal?: Fault
}

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
