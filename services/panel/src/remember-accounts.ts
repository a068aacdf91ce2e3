import { Fault } from '@pagebell/faults/fault'
import { LRUCache } from 'lru-cache'
import type { Peers } from './peers.ts'

/** What a session has to know of its account. */
export type SessionAccount = { passwordVersion: number; isSuspended: boolean }

/** How long it is believed: what the end of sessions takes at most. */
const ttlMs = 5_000
const maxAccounts = 10_000

const gone: SessionAccount = { passwordVersion: Number.POSITIVE_INFINITY, isSuspended: true }

/**
 * Looks accounts up for their sessions. While the project service is away, what was known last goes on being believed, so
 * that pages that need nothing of it are served.
 */
export function rememberAccounts(accounts: Pick<Peers['accounts'], 'getAccount'>) {
  const known = new LRUCache<string, SessionAccount>({
    max: maxAccounts,
    ttl: ttlMs,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    async fetchMethod(account_id) {
      try {
        const { password_version, suspended_at } = await accounts.getAccount({ account_id })
        return { passwordVersion: password_version, isSuspended: suspended_at !== undefined }
      } catch (error) {
        if (error instanceof Fault && error.kind === 'not_found') return gone
        throw error
      }
    },
  })
  return async (accountId: string): Promise<SessionAccount> => (await known.fetch(accountId)) ?? gone
}
