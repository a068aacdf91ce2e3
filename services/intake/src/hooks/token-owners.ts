import { createBatcher } from '@pagebell/runtime/batcher'
import { LRUCache } from 'lru-cache'
import { answerTimeoutMs, databaseTimeout } from '../time-limit.ts'

/** Whom a token belongs to. A token never changes hands, so this may be cached; whether it is accepted may not. */
export type TokenOwner = {
  accountId: string
  projectId: string
  project: string
  /** By the account's plan; null if that has no such limit. */
  requestsPerMinute: number | null
}

/** The owner of a token that is accepted now, by the database; undefined for any other token. */
export type AuthenticateToken = (tokenHash: Buffer) => Promise<TokenOwner | undefined>

const maxTokensPerStatement = 500

/**
 * Looks tokens up by one statement at a time, for all that were asked for meanwhile: a stranger can make up any number of
 * well-formed tokens, and they share one connection to PostgreSQL.
 */
export const createTokenLookup = (
  find: (tokenHashes: Buffer[]) => Promise<(TokenOwner | undefined)[]>,
): AuthenticateToken =>
  createBatcher({
    process: find,
    concurrency: 1,
    weigh: () => 1,
    maxWeight: maxTokensPerStatement,
    timeoutMs: answerTimeoutMs,
    onTimeout: () => databaseTimeout('none'),
  })

export type TokenOwnerCache = {
  /** Undefined if it is not cached. */
  get(tokenHash: Buffer): TokenOwner | undefined
  /** The owner of a token that is accepted now or, if it is cached, was a moment ago. */
  lookUp: AuthenticateToken
  /** A token turned out not to be accepted any more. */
  forget(tokenHash: Buffer): void
  /** The tokens of a project have changed. */
  forgetProject(projectId: string): void
}

const maxEntries = 50_000
/** Within this time a copy that did not see a token revoked reads the body of its requests, and a plan is the old one. */
const ttlMs = 10_000

/**
 * Caches the owners of tokens, so that a busy token costs no look-up for each request. A cached token may have been revoked
 * since: only the transaction that commits the request, or {@link AuthenticateToken}, decides that.
 */
export function createTokenOwnerCache(authenticate: AuthenticateToken): TokenOwnerCache {
  const cache = new LRUCache<string, TokenOwner>({ max: maxEntries, ttl: ttlMs })
  const keyOf = (tokenHash: Buffer): string => tokenHash.toString('base64')

  return {
    get: (tokenHash) => cache.get(keyOf(tokenHash)),
    async lookUp(tokenHash) {
      const cached = cache.get(keyOf(tokenHash))
      if (cached !== undefined) return cached
      const owner = await authenticate(tokenHash)
      if (owner !== undefined) cache.set(keyOf(tokenHash), owner)
      return owner
    },
    forget: (tokenHash) => void cache.delete(keyOf(tokenHash)),
    forgetProject(projectId) {
      for (const [key, owner] of cache.entries()) if (owner.projectId === projectId) cache.delete(key)
    },
  }
}
