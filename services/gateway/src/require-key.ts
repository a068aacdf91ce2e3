import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from '@pagebell/http/http-server'
import { hashToken, isWellFormed } from '@pagebell/tokens/token'
import { type Caller, callerOf, rememberCaller, type Scope } from './caller.ts'
import type { KeyCache } from './key-cache.ts'
import type { GuessLimit } from './limit-guesses.ts'
import type { Peers } from './peers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that a key needs for this route; any key will do without one. */
    scope?: Scope
  }
}

/** In this scope every request needs `Authorization: Bearer pbk_…`, before its body is read. */
export function requireKey(
  app: HttpServer,
  { accounts }: Pick<Peers, 'accounts'>,
  cache: KeyCache,
  guesses: GuessLimit,
): void {
  app.addHook('onRequest', async (request) => {
    const key = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (key === undefined) throw fault('unauthenticated', 'Send your API key as "Authorization: Bearer pbk_…".')

    // The checksum refuses junk before any look-up.
    if (!isWellFormed(key, 'pbk_')) throw unknownKey()
    const hash = hashToken(key)
    const name = hash.toString('base64')
    const lookUp = () => cache.get(name, () => authenticate(accounts, hash))
    rememberCaller(request, await guesses.judge(request.ip, name, lookUp))
  })
}

/** In this scope a key must have the scope its route declares. After `requireKey`. */
export function requireScope(app: HttpServer): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { scope } = request.routeOptions.config
    if (scope === undefined || callerOf(request).scopes.includes(scope)) return done()
    void reply.header('www-authenticate', `Bearer realm="Pagebell", error="insufficient_scope", scope="${scope}"`)
    done(fault('forbidden', `This key lacks the scope ${scope}.`, { code: 'missing_scope', details: { scope } }))
  })
}

const unknownKey = () => fault('unauthenticated', 'This API key is unknown, revoked or expired.')

async function authenticate(accounts: Peers['accounts'], hash: Buffer): Promise<Caller> {
  const known = await accounts.authenticate({ key_sha256: hash })
  const expiresAt = known.expires_at === undefined ? undefined : Date.parse(known.expires_at)
  if (expiresAt !== undefined && expiresAt <= Date.now()) throw unknownKey()
  const { calls_per_minute, ...urls } = known.limits ?? {}
  return {
    accountId: known.account_id,
    keyId: known.key_id,
    scopes: known.scopes,
    callsPerMinute: calls_per_minute,
    limits: { ...urls, version: known.limits_version },
    expiresAt,
  }
}
