import { randomUUID } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import { Accounts } from '@pagebell/rpc/contracts'
import { hashToken, mintToken } from '@pagebell/tokens/token'
import { fakeService } from './fake-service.ts'

type Limits = {
  urls_per_day?: number
  urls_per_month?: number
  calls_per_minute?: number
  api_keys?: number
  projects?: number
  reports?: number
}
type Account = { account_id: string; email: string; plan: string; limits: Limits }
type Key = { key_id: string; account_id: string; scopes: string[]; expires_at?: string; revoked: boolean }

const allScopes = ['reports:read', 'reports:write', 'projects:read', 'projects:write', 'hooks:write']

/** The project service's accounts and keys, kept in memory. */
export function fakeAccounts() {
  const accounts = new Map<string, Account>()
  const keys = new Map<string, Key>()
  const state = { lookUps: 0 }

  function addAccount(limits: Limits = {}): Account {
    const account_id = randomUUID()
    const account = { account_id, email: `${account_id}@example.com`, plan: 'pro', limits }
    accounts.set(account_id, account)
    return account
  }

  function addKey(
    account: Account,
    { scopes = allScopes, expires_at }: { scopes?: string[]; expires_at?: string } = {},
  ) {
    const secret = mintToken('pbk_')
    const key: Key = { key_id: randomUUID(), account_id: account.account_id, scopes, revoked: false }
    if (expires_at !== undefined) key.expires_at = expires_at
    keys.set(hashToken(secret).toString('hex'), key)
    return { secret, key }
  }

  function find(id: string | undefined): Account {
    const account = accounts.get(id ?? '')
    if (account === undefined) throw fault('not_found', 'No such account.')
    return account
  }

  const service = fakeService(Accounts, {
    async authenticate({ key_sha256 }) {
      state.lookUps += 1
      const key = keys.get(key_sha256.toString('hex'))
      if (key === undefined || key.revoked)
        throw fault('unauthenticated', 'This API key is unknown, revoked or expired.')
      const { plan, limits } = find(key.account_id)
      return { ...key, plan, limits, limits_version: 7 }
    },
    async getAccount({ account_id }) {
      return { ...find(account_id), limits_version: 7, created_at: '2026-11-21T10:00:00.000Z' }
    },
  })
  return { service, state, addAccount, addKey }
}
