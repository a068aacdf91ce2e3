import { setTimeout as pause } from 'node:timers/promises'
import { createFairSlots, NoSlot } from '@pagebell/fair-queue/fair-slots'
import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from '@pagebell/http/http-server'
import { networkOf } from '@pagebell/http/network-of'
import { hashToken, isWellFormed } from '@pagebell/tokens/token'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Pool } from 'undici'
import { connectToAny } from './connect-to-any.ts'

/** A smaller body costs no more than the question whose it is. */
const smallBytes = 64 * 1_024

const maxKnownTokens = 10_000
/** A token that was revoked since has its bodies read for so long; intake decides. */
const ttlMs = 60_000

/** Who makes tokens up one after the other gets two answers a second on each connection, and not as many as there is time for. */
const refusalDelayMs = 500

const maxQuestions = 16
const maxWaiting = 4_096

/**
 * Refuses the large bodies of made-up tokens before a byte of them is read: one of 4 MiB takes a gateway and an intake as long
 * as a hundred webhooks. Intake is asked by `HEAD /api/hooks`; where it does not answer, the request takes its usual way.
 */
export function requireKnownHook(app: HttpServer, intakeUrls: string): void {
  const copies = intakeUrls.split(',').map((url) => new URL(url))
  const intake = new Pool(copies[0]?.origin ?? '', {
    connections: maxQuestions,
    connect: connectToAny(copies, 2_000),
    headersTimeout: 5_000,
    keepAliveMaxTimeout: 1_000,
  })
  app.addHook('onClose', () => intake.close())
  const known = new LRUCache<string, true>({ max: maxKnownTokens, ttl: ttlMs })
  // Networks take turns, so that one that guesses keeps no other's large batch waiting.
  const slots = createFairSlots({
    slots: maxQuestions,
    slotsPerKey: maxQuestions / 4,
    maxWaiting,
    maxWaitingPerKey: maxWaiting / 4,
  })

  async function askIntake(token: string, request: FastifyRequest): Promise<number> {
    const headers = { authorization: `Bearer ${token}`, 'x-request-id': request.id, 'x-forwarded-for': request.ip }
    const { statusCode, body } = await intake.request({ method: 'HEAD', path: '/api/hooks', headers })
    await body.dump()
    return statusCode
  }

  app.addHook('onRequest', async (request) => {
    if (!(announcedBytes(request) > smallBytes)) return
    const token = tokenOf(request)
    if (token === undefined) throw await unknownHook()
    const key = hashToken(token).toString('base64')
    if (known.has(key)) return
    const status = await slots
      .run(networkOf(request.ip), () => askIntake(token, request))
      .catch((error: unknown) => {
        if (error instanceof NoSlot) throw tooManyAtOnce(error)
        // Away or overloaded: passing the request on tells its client so, in the usual words.
        request.log.warn({ err: error }, 'intake was not asked for a token')
      })
    if (status === 404) throw await unknownHook()
    if (status === 204) known.set(key, true)
  })
}

/** The size of the body by the request's head; Infinity for one in chunks, 0 for none. */
function announcedBytes({ headers }: FastifyRequest): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY
}

/** The token in the path or as a bearer, as intake reads it; undefined where no token has this form. */
function tokenOf({ url, headers }: FastifyRequest): string | undefined {
  const inPath = /^\/api\/hooks\/([^/?]+)\//.exec(url)?.[1]
  const token = inPath ?? /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  return isWellFormed(token, 'pbh_') ? token : undefined
}

async function unknownHook() {
  await pause(refusalDelayMs)
  return fault('not_found', 'There is no such webhook.', { code: 'unknown_webhook' })
}

const tooManyAtOnce = (cause: unknown) =>
  fault('unavailable', 'Too many requests at once.', { retryAfterSeconds: 2, details: { outcome: 'none' }, cause })
