import { setTimeout as pause } from 'node:timers/promises'
import { createFairSlots, NoSlot } from '@pagebell/fair-queue/fair-slots'
import { fault } from '@pagebell/faults/fault'
import { announcedBytes } from '@pagebell/http/announced-bytes'
import { smallBytes } from '@pagebell/http/bound-bodies'
import type { HttpServer } from '@pagebell/http/http-server'
import { networkOf } from '@pagebell/http/network-of'
import { hashToken, isWellFormed } from '@pagebell/tokens/token'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Pool } from 'undici'
import { balancedConnector } from './balanced-connector.ts'
import { overloaded } from './upstream-proxy.ts'

const maxKnownTokens = 10_000
/** A token that was revoked since has its bodies read for so long; intake decides. */
const ttlMs = 60_000

/** Who makes tokens up one after the other gets an answer a second on each connection. */
const refusalDelayMs = 1_000

const maxQuestions = 16
const maxWaiting = 4_096
/** Until a question is answered, its wait for a turn included. */
const maxAskMs = 5_000

/**
 * Refuses the large bodies of made-up tokens before a byte of them is read: one of 4 MiB takes a gateway and an intake as long
 * as a hundred webhooks. Intake is asked by `HEAD /api/hooks`; where it does not answer, the request takes its usual way.
 */
export function requireKnownHook(app: HttpServer, intakeUrls: string): void {
  const copies = intakeUrls.split(',').map((url) => new URL(url))
  const intake = new Pool(copies[0]?.origin ?? '', {
    connections: maxQuestions,
    connect: balancedConnector(copies, 2_000),
    // Given up before a service that stops would close it.
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

  async function askIntake(token: string, request: FastifyRequest, signal: AbortSignal): Promise<number> {
    const headers = { authorization: `Bearer ${token}`, 'x-request-id': request.id, 'x-forwarded-for': request.ip }
    const { statusCode, body } = await intake.request({ method: 'HEAD', path: '/api/hooks', headers, signal })
    await body.dump()
    return statusCode
  }

  app.addHook('onRequest', async (request) => {
    if (announcedBytes(request.headers) <= smallBytes) return
    const token = tokenOf(request)
    if (token === undefined) throw await unknownHook()
    const key = hashToken(token).toString('base64')
    if (known.has(key)) return
    const signal = AbortSignal.timeout(maxAskMs)
    const status = await slots
      .run(networkOf(request.ip), () => askIntake(token, request, signal), signal)
      .catch((error: unknown) => {
        if (error instanceof NoSlot) throw overloaded(error)
        // Passed on, its client is told what is wrong in the usual words.
        request.log.warn({ err: error }, 'intake did not say whether it accepts a token')
      })
    if (status === 404) throw await unknownHook()
    if (status === 204) known.set(key, true)
  })
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
