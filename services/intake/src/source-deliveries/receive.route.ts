import type { Fault } from '@pagebell/faults/fault'
import type { HttpServer } from '@pagebell/http/http-server'
import { asFault } from '@pagebell/http/problem'
import { hashToken } from '@pagebell/tokens/token'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readToken, unknownToken } from '../hooks/read-token.ts'
import { rateLimitHeaders } from '../quotas/quota-use.ts'
import type { RequestLog } from '../requests/request-log.ts'
import { type ObservedCall, type ObservedDelivery, toWebhookRequest } from '../requests/webhook-request.ts'
import { isAllowedAddress } from '../source-settings/allowed-addresses.ts'
import { maxBodyBytes, unauthorizedReason } from '../sources/read-request.ts'
import { sourceHeaders } from '../sources/source-request.ts'
import { answerTimeoutMs } from '../time-limit.ts'
import type { SourceDeliveries } from './create-source-deliveries.ts'
import type { DeliveryVerdict } from './receive-delivery.ts'
import { type ReceivingSource, toOwner } from './receiving-source.ts'

export type ReceiveRouteTools = { deliveries: SourceDeliveries; requestLog: Pick<RequestLog, 'add'> }

/** One for all causes, so that a client without the secret learns nothing. */
const unauthorized = { verdict: 'unauthorized', reason: unauthorizedReason, status: 401 } as const

/**
 * `POST /api/hooks/{token}`: what a sender sends natively. The body is kept as it came, because its signature covers its bytes.
 * An authentic delivery is answered with 200 or 202 whatever is made of it: senders switch a webhook off that answers errors.
 */
export function receiveRoute(app: HttpServer, { deliveries, requestLog }: ReceiveRouteTools): void {
  const { findSource, countRequest, receive, touch } = deliveries

  /** Before a byte of the body is read, so that the body of an unknown sender costs nothing. */
  async function lookUpToken(request: FastifyRequest): Promise<void> {
    const began = performance.now()
    const tokenHash = hashToken(readToken(request))
    const source = await findSource(tokenHash)
    if (source === undefined) throw unknownToken()
    request[callKey] = { source, tokenHash, began }
  }

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<object> {
    const call = callOf(request)
    const { source, tokenHash, began } = call
    const msLeft = () => answerTimeoutMs - (performance.now() - began)
    await countRequest(source, tokenHash, msLeft())
    if (!isAllowedAddress(request.ip, source.allow_ips)) return refuseUnauthorized(call, reply)
    const delivery = {
      headers: sourceHeaders(headerPairs(request)),
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      method: request.method,
      path: request.url,
    }
    const received = await receive(source, tokenHash, delivery, msLeft())
    if (received.kind === 'unauthorized') return refuseUnauthorized(call, reply)
    if (received.kind === 'answered') {
      observe(call, received.answer, 0)
      await touch(source)
      return reply.code(200).send({ ...received.answer, status: 200 })
    }
    reply.headers(rateLimitHeaders(received.quota, received.at))
    observe(call, received.answer, received.answer.results.length)
    call.answer = received.answer
    return reply.code(202).send({ ...received.answer, status: 202 })
  }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.post('/api/hooks/:token', {
      bodyLimit: maxBodyBytes,
      onRequest: lookUpToken,
      errorHandler: async (error, request) => {
        const call = request[callKey]
        if (call === undefined) throw error
        call.refusal = asFault(error)
        throw call.refusal
      },
      handler: handle,
      onResponse: async (request, reply) => {
        const call = request[callKey]
        if (call === undefined) return
        const { ip: address, headers } = request
        const { answer, refusal, delivery } = call
        const observed: ObservedCall = {
          owner: toOwner(call.source),
          address,
          agent: headers['user-agent'],
          fields: [],
          body: undefined,
          query: undefined,
          status: reply.statusCode,
          answer,
          refusal,
          delivery: delivery ?? { sourceId: call.source.source_id, verdict: null, event: null, missing: [], urls: 0 },
        }
        requestLog.add(toWebhookRequest(observed))
      },
    })
  })
}

type Call = {
  source: ReceivingSource
  tokenHash: Buffer
  began: number
  answer?: ObservedCall['answer']
  refusal?: Fault
  delivery?: ObservedDelivery
}

const callKey: unique symbol = Symbol('call of a source')
declare module 'fastify' {
  interface FastifyRequest {
    [callKey]?: Call
  }
}

function callOf(request: FastifyRequest): Call {
  const call = request[callKey]
  if (call === undefined) throw new Error('A request came to its handler before its token was looked up.')
  return call
}

function observe(call: Call, { verdict, event, missing }: DeliveryVerdict, urls: number): void {
  call.delivery = { sourceId: call.source.source_id, verdict, event, missing, urls }
}

function refuseUnauthorized(call: Call, reply: FastifyReply): FastifyReply {
  const { verdict } = unauthorized
  call.delivery = { sourceId: call.source.source_id, verdict, event: null, missing: [], urls: 0 }
  return reply.code(401).send(unauthorized)
}

/** As they were sent: Node joins or drops some repeated ones. */
function headerPairs({ raw: { rawHeaders } }: FastifyRequest): [string, string][] {
  return Array.from({ length: rawHeaders.length / 2 }, (_, place) => [
    rawHeaders[2 * place] ?? '',
    rawHeaders[2 * place + 1] ?? '',
  ])
}
