import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from '@pagebell/http/http-server'
import { hashToken, isWellFormed } from '@pagebell/tokens/token'
import type { Clients } from '../clients.ts'
import { type Caller, callerOf, rememberCaller, type Scope } from './caller.ts'
import type { GuessLimit } from './guess-limit.ts'
import type { KeyCache } from './key-cache.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that a key needs for this route; without one, any key is accepted. */
    scope?: Scope
  }
}

type KeyTools = { accounts: Clients['accounts']; keys: KeyCache; guessLimit: GuessLimit }

/** In this scope every request needs `Authorization: Bearer pbk_…`; it is checked before the body is read. */
export function requireKey(app: HttpServer, { accounts, keys, guessLimit }: KeyTools): void {
  app.addHook('onRequest', async (request) => {
    const key = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (key === undefined) throw fault('unauthenticated', 'Send your API key as "Authorization: Bearer pbk_…".')

    // The checksum rejects malformed keys without a look-up.
    if (!isWellFormed(key, 'pbk_')) throw unknownKey()
    const hash = hashToken(key)
    const name = hash.toString('base64')
    const lookUp = () => keys.get(name, () => authenticate(accounts, hash))
    rememberCaller(request, await guessLimit.authenticate(request.ip, name, lookUp))
  })
}

/** In this scope a key must have the scope that its route declares. Comes after `requireKey`. */
export function requireScope(app: HttpServer): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { scope } = request.routeOptions.config
    if (scope === undefined || callerOf(request).scopes.includes(scope)) return done()
    void reply.header('www-authenticate', `Bearer realm="Pagebell", error="insufficient_scope", scope="${scope}"`)
    done(fault('forbidden', `This key lacks the scope ${scope}.`, { code: 'missing_scope', details: { scope } }))
  })
}

const unknownKey = () => fault('unauthenticated', 'This API key is unknown, revoked or expired.')

async function authenticate(accounts: Clients['accounts'], hash: Buffer): Promise<Caller> {
  const key = await accounts.authenticate({ key_sha256: hash })
  const expiresAt = key.expires_at === undefined ? undefined : Date.parse(key.expires_at)
  if (expiresAt !== undefined && expiresAt <= Date.now()) throw unknownKey()
  const { calls_per_minute, ...urls } = key.limits ?? {}
  return {
    accountId: key.account_id,
    keyId: key.key_id,
    scopes: key.scopes,
    callsPerMinute: calls_per_minute,
    limits: { ...urls, version: key.limits_version },
    expiresAt,
  }
}
