import { boundHeldBodies } from '@pagebell/http/bound-bodies'
import type { HttpServer } from '@pagebell/http/http-server'
import { hashToken } from '@pagebell/tokens/token'
import { type Redis, take } from '../auth/rate-limit.ts'
import { createMinuteLimit, isUnknown, limitUnknown, tooMany } from '../auth/unknown-limit.ts'
import type { Clients } from '../clients.ts'
import { heldBodyBounds } from '../proxy/upstream-proxy.ts'
import { readIntent } from './read-intent.ts'

/** Of one subscription, verifications and deliveries together. */
const callsPerMinute = 120
/** Callbacks that there are not, of one network. */
const unknownPerMinute = 30
const tooManyUnknown = {
  perMinute: unknownPerMinute,
  text: 'Too many unknown callbacks were requested from your address.',
}
/** What a hub may deliver. */
const maxDeliveryBytes = 1_024 * 1_024

const callback = '/api/websub/:token'
type Callback = { Params: { token: string } }

/**
 * Serves the callbacks of subscriptions to hubs, to any client that has their addresses (WebSub sections 5.3 and 7). A
 * hub that serves many feeds has one network: what is limited is the calls of one subscription, and guesses.
 */
export function serveWebSub(app: HttpServer, { clients, redis }: { clients: Clients; redis: Redis }): void {
  const calls = createMinuteLimit(redis, 'websub-calls', callsPerMinute)
  const unknown = limitUnknown(redis, 'websub-unknown', tooManyUnknown)

  async function limit(ip: string, token: string): Promise<void> {
    await unknown.requireRoom(ip)
    const { refused, seconds } = await take(calls, hashToken(token).toString('base64url'))
    if (refused) throw tooMany(`A callback may be called ${callsPerMinute} times a minute.`, seconds)
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
      await unknown.count(request.ip, clients.subscriptions.verifyIntent({ token, ...intent }))
      return reply.type('text/plain; charset=utf-8').send(challenge)
    })

    scope.post<Callback>(callback, { schema: { hide: true }, bodyLimit: maxDeliveryBytes }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signature = [request.headers['x-hub-signature']].flat()[0]
      const delivery = { token: request.params.token, signature, body }
      try {
        await unknown.count(request.ip, clients.subscriptions.deliver(delivery))
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
