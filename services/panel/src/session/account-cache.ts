import { Fault } from '@pagebell/faults/fault'
import { LRUCache } from 'lru-cache'
import type { Clients } from '../clients/clients.ts'

/** What a request needs of its account: whether its sessions are valid, and its settings. */
export type SessionAccount = {
  passwordVersion: number
  isSuspended: boolean
  /** The visibility that is offered for a new report. */
  newReportPrivacy: number
}

export type AccountCache = ReturnType<typeof createAccountCache>

/** A changed password or a suspension ends sessions after this time at most. */
const ttlMs = 5_000
const maxAccounts = 10_000

const deleted: SessionAccount = { passwordVersion: Number.POSITIVE_INFINITY, isSuspended: true, newReportPrivacy: 1 }

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
        const { password_version, suspended_at, new_report_privacy } = await accounts.getAccount({ account_id })
        return {
          passwordVersion: password_version,
          isSuspended: suspended_at !== undefined,
          newReportPrivacy: new_report_privacy ?? 1,
        }
      } catch (error) {
        if (error instanceof Fault && error.kind === 'not_found') return deleted
        throw error
      }
    },
  })
  return {
    find: async (accountId: string): Promise<SessionAccount> => (await cache.fetch(accountId)) ?? deleted,

    /** The next request of this copy looks the account up again; others do within a few seconds. */
    forget: (accountId: string): void => void cache.delete(accountId),
  }
}
