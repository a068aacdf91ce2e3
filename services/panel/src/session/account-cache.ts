import { Fault } from '@pagebell/faults/fault'
import { LRUCache } from 'lru-cache'
import type { Clients } from '../clients/clients.ts'

/** The state of an account that decides whether its sessions are valid. */
export type SessionAccount = { passwordVersion: number; isSuspended: boolean }

/** A changed password or a suspension ends sessions after this time at most. */
const ttlMs = 5_000
const maxAccounts = 10_000

const deleted: SessionAccount = { passwordVersion: Number.POSITIVE_INFINITY, isSuspended: true }

/**
 * Looks accounts up for their sessions. While the project service is unavailable, the last known state is used, so that
 * pages that do not need that service are still served.
 */
export function createAccountCache(accounts: Pick<Clients['accounts'], 'getAccount'>) {
  const cache = new LRUCache<string, SessionAccount>({
    max: maxAccounts,
    ttl: ttlMs,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    async fetchMethod(account_id) {
      try {
        const { password_version, suspended_at } = await accounts.getAccount({ account_id })
        return { passwordVersion: password_version, isSuspended: suspended_at !== undefined }
      } catch (error) {
        if (error instanceof Fault && error.kind === 'not_found') return deleted
        throw error
      }
    },
  })
  return async (accountId: string): Promise<SessionAccount> => (await cache.fetch(accountId)) ?? deleted
}
