import { channelIds } from '@pagebell/channel-settings/all-channels'
import { type Fault, fault } from '@pagebell/faults/fault'
import type { HttpServer } from '@pagebell/http/http-server'
import { type Static, Type } from '@pagebell/schema/type'
import { hashToken } from '@pagebell/tokens/token'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Quota } from '../commit-group.ts'
import type { ChannelFinder } from '../find-channels.ts'
import type { AskOwner } from '../find-owner.ts'
import { answerWithinMs, inTime } from '../in-time.ts'
import { readToken } from '../read-token.ts'
import { unknownToken } from '../refuse.ts'
import type { Submission, Submitted } from '../submit-urls.ts'
import { rateLimitHeaders } from '../write-quota.ts'

const body = Type.Object(
  {
    urls: Type.Array(Type.String(), { minItems: 1, maxItems: 10_000 }),
    // Without one the URLs go by those that the project has chosen.
    channel: Type.Optional(Type.String({ enum: [...channelIds] })),
    action: Type.Unsafe<'update' | 'delete'>({ type: 'string', enum: ['update', 'delete'], default: 'update' }),
  },
  { additionalProperties: false },
)
const querystring = Type.Object(
  { dry_run: Type.Unsafe<'0' | '1'>({ type: 'string', enum: ['0', '1'], default: '0' }) },
  { additionalProperties: false },
)

type Body = Static<typeof body>

export type SubmitTools = {
  submit: (submission: Submission, onQuota: (quota: Quota, at: number) => void) => Promise<Submitted>
  /** Remembered: says whose the token is, not whether it is accepted. */
  findOwner: AskOwner
  /** The channels of a request that names this one or none; refuses one for which the project has no settings. */
  findChannels: ChannelFinder['find']
  /** Asks the database whether the token is accepted now. */
  askOwner: AskOwner
}

/** `POST /api/hooks/{token}/submit`, and without the token in the path for those who send it as a Bearer. */
export function submitRoute(app: HttpServer, { submit, findOwner, findChannels, askOwner }: SubmitTools): void {
  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<Submitted> {
    const tokenHash = hashToken(readToken(request))
    const began = performance.now()
    const owner = await inTime(findOwner(tokenHash), answerWithinMs)
    if (owner === undefined) throw unknownToken()
    const { urls, action, channel } = request.body as Body
    const submission = {
      urls,
      action,
      channels: await inTime(findChannels(owner, channel), answerWithinMs - (performance.now() - began)),
      tokenHash,
      owner,
      dryRun: (request.query as Static<typeof querystring>).dry_run === '1',
      idempotencyKey: readIdempotencyKey(request),
      withinMs: answerWithinMs - (performance.now() - began),
    }
    const submitted = await submit(submission, (quota, at) => void reply.headers(rateLimitHeaders(quota, at)))
    return reply.code(submitted.status).send(submitted)
  }

  for (const url of ['/api/hooks/:token/submit', '/api/hooks/submit']) {
    app.post(url, {
      schema: { body, querystring },
      bodyLimit: 4 * 1_024 * 1_024,
      onRequest: (request, _reply, done) => {
        readToken(request)
        done()
      },
      // What is wrong with a body is told to those only whose token is accepted.
      errorHandler: async (error, request) => {
        if (request.body === undefined || isOfBody(error)) {
          const asking = askOwner(hashToken(readToken(request)))
          if ((await inTime(asking, answerWithinMs)) === undefined) throw unknownToken()
        }
        throw (error as { statusCode?: number }).statusCode === 415 ? wantsJson() : error
      },
      handler: handle,
    })
  }
}

const isOfBody = (error: unknown): boolean => ['invalid', 'malformed'].includes((error as Fault).kind)

const wantsJson = (): Fault => fault('unsupported_media_type', 'Send application/json.')

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  const text = 'must be 1 to 255 visible ASCII characters'
  throw fault('malformed', `Idempotency-Key ${text}.`, { errors: { 'Idempotency-Key': [text] } })
}
