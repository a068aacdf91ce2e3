import { Fault, fault } from '@pagebell/faults/fault'
import { boundHeldBodies } from '@pagebell/http/bound-bodies'
import type { HttpServer } from '@pagebell/http/http-server'
import { networkOf } from '@pagebell/http/network-of'
import { hashToken } from '@pagebell/tokens/token'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import { type Redis, take } from '../auth/rate-limit.ts'
import type { Clients } from '../clients.ts'
import { heldBodyBounds } from '../proxy/upstream-proxy.ts'
import { readIntent } from './read-intent.ts'

/** Of one subscription, verifications and deliveries together. */
const callsPerMinute = 120
/** Callbacks that there are not, of one network. */
const unknownPerMinute = 30
const windowSeconds = 60
/** What a hub may deliver. */
const maxDeliveryBytes = 1_024 * 1_024

const callback = '/api/websub/:token'
type Callback = { Params: { token: string } }

/**
 * Serves the callbacks of subscriptions to hubs, to any client that has their addresses (WebSub sections 5.3 and 7). A
 * hub that serves many feeds has one network: what is limited is the calls of one subscription, and guesses.
 */
export function serveWebSub(app: HttpServer, { clients, redis }: { clients: Clients; redis: Redis }): void {
  const calls = createLimiter(redis, 'calls', callsPerMinute)
  const unknown = createLimiter(redis, 'unknown', unknownPerMinute)

  async function limit(ip: string, token: string): Promise<void> {
    const guesses = await unknown.get(networkOf(ip))
    if (guesses !== null && guesses.remainingPoints <= 0)
      throw tooMany('Too many unknown callbacks were requested from your address.', guesses.msBeforeNext / 1_000)
    const { refused, seconds } = await take(calls, hashToken(token).toString('base64url'))
    if (refused) throw tooMany(`A callback may be called ${callsPerMinute} times a minute.`, seconds)
  }

  /** Counts a callback that there is not. */
  async function countUnknown<Reply>(ip: string, call: Promise<Reply>): Promise<Reply> {
    try {
      return await call
    } catch (error) {
      if (isUnknown(error)) await take(unknown, networkOf(ip))
      throw error
    }
  }

  void app.register(async (scope: HttpServer) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxDeliveryBytes }, (_request, body, done) =>
      done(null, body),
    )
    boundHeldBodies(scope, heldBodyBounds())
    // Before a byte of the body is read.
    scope.addHook('onRequest', async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      await limit(request.ip, (request.params as Callback['Params']).token)
    })

    scope.get<Callback>(callback, { schema: { hide: true } }, async (request, reply) => {
      const { challenge, ...intent } = readIntent(request.query)
      const { token } = request.params
      await countUnknown(request.ip, clients.subscriptions.verifyIntent({ token, ...intent }))
      return reply.type('text/plain; charset=utf-8').send(challenge)
    })

    scope.post<Callback>(callback, { schema: { hide: true }, bodyLimit: maxDeliveryBytes }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signature = [request.headers['x-hub-signature']].flat()[0]
      const delivery = { token: request.params.token, signature, body }
      try {
        await countUnknown(request.ip, clients.subscriptions.deliver(delivery))
      } catch (error) {
        // A hub ends a subscription that answers so (section 7), and repeats what is answered otherwise.
        if (isUnknown(error)) return reply.code(410).send()
        throw error
      }
      // The same for a delivery that is not signed by the hub, so that signatures cannot be tried (section 7.1).
      return reply.code(202).send()
    })
  })
}

function createLimiter(redis: Redis, what: string, points: number): RateLimiterRedis {
  const limit = { points, duration: windowSeconds, keyPrefix: `gateway:websub-${what}` }
  return new RateLimiterRedis({ ...limit, storeClient: redis, insuranceLimiter: new RateLimiterMemory(limit) })
}

const isUnknown = (error: unknown): boolean => error instanceof Fault && error.kind === 'not_found'

const tooMany = (text: string, seconds: number): Fault =>
  fault('rate_limited', text, { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) })
