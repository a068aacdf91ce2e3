import { fault } from '@pagebell/faults/fault'
import { keyRevoked } from '@pagebell/messages/key-revoked'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Accounts } from '@pagebell/rpc/contracts'
import type { HandlersOf } from '@pagebell/rpc/serve-rpc'
import { accountSuspended } from '../accounts/account.ts'
import { findAccount } from '../accounts/accounts.sql.ts'
import { callerLimits } from '../accounts/plans.ts'
import type { ServiceTools } from '../service-tools.ts'
import { checkExpiry, noAccount, noKey, parseId } from '../validation.ts'
import { checkKeyName, checkScopes, issueKey, toKeyReply } from './api-key.ts'
import { authenticateKey, listKeys, revokeKey } from './api-keys.sql.ts'

type ApiKeys = 'authenticate' | 'createKey' | 'listKeys' | 'revokeKey'

export const apiKeyHandlers = ({ db, outbox }: ServiceTools): Pick<HandlersOf<typeof Accounts>, ApiKeys> => ({
  async authenticate({ key_sha256 }) {
    const caller = await authenticateKey(db.acrossAccounts(), key_sha256)
    if (caller === undefined) throw fault('unauthenticated', 'The API key is unknown, revoked or expired.')
    const { suspended_at, expires_at, ...rest } = caller
    if (suspended_at !== null) throw accountSuspended()
    return { ...rest, limits: callerLimits(caller.plan), expires_at: expires_at ?? undefined }
  },

  async createKey({ account_id, scopes: requested, expires_at, name: written }) {
    const scopes = checkScopes(requested)
    const name = written === undefined ? undefined : checkKeyName(written)
    const expiresAt = expires_at === undefined ? undefined : checkExpiry(expires_at, new Date())
    const accountId = parseId(account_id, noAccount)
    const { row, apiKey } = await db
      .forAccount(accountId)
      .transaction((q) => issueKey(q, { accountId, scopes, expiresAt, name }))
    return { key: toKeyReply(row), api_key: apiKey }
  },

  async listKeys({ account_id }) {
    const accountId = parseId(account_id, noAccount)
    const q = db.forAccount(accountId)
    if ((await findAccount(q, accountId)) === undefined) throw noAccount()
    return { keys: (await listKeys(q, accountId)).map(toKeyReply) }
  },

  /** Revoking a revoked key again changes and announces nothing. */
  async revokeKey(request) {
    const account_id = parseId(request.account_id, noKey)
    const key_id = parseId(request.key_id, noKey)
    const row = await db.forAccount(account_id).transaction(async (q) => {
      const revoked = await revokeKey(q, account_id, key_id)
      if (revoked === undefined) throw noKey()
      if (!revoked.was_revoked) await enqueue(q, keyRevoked, { account_id, key_id }, key_id)
      return revoked
    })
    outbox.flush()
    return toKeyReply(row)
  },
})
