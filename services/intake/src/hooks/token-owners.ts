import type { Database } from '@pagebell/postgres/database'
import { createBatcher } from '@pagebell/runtime/batcher'
import { LRUCache } from 'lru-cache'
import { answerTimeoutMs, databaseTimeout } from '../time-limit.ts'
import type { TokenOwner } from './hook.ts'
import { findTokenOwners } from './hooks.sql.ts'

type LookupToken = (tokenHash: Buffer) => Promise<TokenOwner | undefined>

export type TokenOwners = {
  /** The owner of a token that is accepted now, by the database; undefined for any other token. */
  authenticateToken: LookupToken
  /** The owner of a token that is accepted now or, if it is cached, was accepted recently. */
  lookUp: LookupToken
  /** A token turned out not to be accepted any more. */
  forget(tokenHash: Buffer): void
  /** The tokens of a project have changed. */
  forgetProject(projectId: string): void
}

const maxTokensPerStatement = 500
const maxEntries = 50_000
/**
 * Within this time a copy that did not see a token revoked reads the body of its requests, and a plan is the old one.
 */
const ttlMs = 10_000

/**
 * Finds the owners of tokens and caches them, so that a busy token costs no look-up for each request. A cached token
 * may have been revoked since: only the transaction that commits the request, or `authenticateToken`, decides that.
 */
export function createTokenOwners(db: Database): TokenOwners {
  // One statement at a time, for all that arrived meanwhile: anybody can make up any number of well-formed tokens, and
  // all of them share one connection to PostgreSQL.
  const authenticateToken = createBatcher<Buffer, TokenOwner | undefined>({
    process: (tokenHashes) => findTokenOwners(db.acrossAccounts(), tokenHashes),
    concurrency: 1,
    weigh: () => 1,
    maxWeight: maxTokensPerStatement,
    timeoutMs: answerTimeoutMs,
    onTimeout: () => databaseTimeout('none'),
  })
  const cache = new LRUCache<string, TokenOwner>({ max: maxEntries, ttl: ttlMs })
  const keyOf = (tokenHash: Buffer): string => tokenHash.toString('base64')

  return {
    authenticateToken,
    async lookUp(tokenHash) {
      const cached = cache.get(keyOf(tokenHash))
      if (cached !== undefined) return cached
      const owner = await authenticateToken(tokenHash)
      if (owner !== undefined) cache.set(keyOf(tokenHash), owner)
      return owner
    },
    forget: (tokenHash) => void cache.delete(keyOf(tokenHash)),
    forgetProject(projectId) {
      for (const [key, owner] of cache.entries()) if (owner.projectId === projectId) cache.delete(key)
    },
  }
}
