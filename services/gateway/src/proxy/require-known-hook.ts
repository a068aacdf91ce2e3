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
/** For this long the bodies of a revoked token are still read; intake refuses them. */
const ttlMs = 60_000

/** Limits a client that guesses tokens to one response a second on each connection. */
const refusalDelayMs = 1_000

const maxLookups = 16
const maxWaiting = 4_096
/** For one look-up, including the wait for a slot. */
const timeoutMs = 5_000

/**
 * Refuses requests with a large body and an unknown token before reading the body: one of 4 MiB costs a gateway and an
 * intake as much as a hundred webhooks. Looks tokens up by `HEAD /api/hooks`; if that fails, forwards the request.
 */
export function requireKnownHook(app: HttpServer, intakeUrls: string): void {
  const copies = intakeUrls.split(',').map((url) => new URL(url))
  const intake = new Pool(copies[0]?.origin ?? '', {
    connections: maxLookups,
    connect: balancedConnector(copies, 2_000),
    // Closed before a service that stops would close it.
    keepAliveMaxTimeout: 1_000,
  })
  app.addHook('onClose', () => intake.close())
  const known = new LRUCache<string, true>({ max: maxKnownTokens, ttl: ttlMs })
  // Round-robin over networks, so that one that guesses tokens does not delay the large batches of others.
  const slots = createFairSlots({
    slots: maxLookups,
    slotsPerKey: maxLookups / 4,
    maxWaiting,
    maxWaitingPerKey: maxWaiting / 4,
  })

  async function lookUpToken(token: string, request: FastifyRequest, signal: AbortSignal): Promise<number> {
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
    const signal = AbortSignal.timeout(timeoutMs)
    const status = await slots
      .run(networkOf(request.ip), () => lookUpToken(token, request, signal), signal)
      .catch((error: unknown) => {
        if (error instanceof NoSlot) throw overloaded(error)
        // The request is forwarded, so that its client gets the usual error.
        request.log.warn({ err: error }, 'the look-up of a token at intake failed')
      })
    if (status === 404) throw await unknownHook()
    if (status === 204) known.set(key, true)
  })
}

/** The token in the path, which may be percent-encoded, or as a bearer, as intake reads it; undefined without a well-formed one. */
export function tokenOf({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): string | undefined {
  const inPath = decodeSegment(/^\/api\/hooks\/([^/?]+)/.exec(url)?.[1] ?? '')
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  return [inPath, bearer].find((token) => isWellFormed(token, 'pbh_'))
}

/** Empty where the encoding is wrong: no route of intake takes it then. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}

async function unknownHook() {
  await pause(refusalDelayMs)
  return fault('not_found', 'There is no such webhook.', { code: 'unknown_webhook' })
}
