import type { Accounts } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { checkExpiry } from '../check-expiry.ts'
import { checkKeyName } from '../check-key-name.ts'
import { isUuid } from '../is-uuid.ts'
import { keyReply } from '../key-reply.ts'
import { makeKey } from '../make-key.ts'
import { noAccount } from '../not-found.ts'
import { checkScopes } from '../scopes.ts'
import type { ServiceTools } from '../service-tools.ts'

export const createKey =
  ({ db }: ServiceTools): Handler<typeof Accounts, 'createKey'> =>
  async ({ account_id: accountId, scopes: asked, expires_at, name: written }) => {
    const scopes = checkScopes(asked)
    const name = written === undefined ? undefined : checkKeyName(written)
    const expiresAt = expires_at === undefined ? undefined : checkExpiry(expires_at, new Date())
    if (!isUuid(accountId)) throw noAccount()
    const { row, apiKey } = await db
      .of(accountId)
      .transaction((q) => makeKey(q, { accountId, scopes, expiresAt, name }))
    return { key: keyReply(row), api_key: apiKey }
  }
