import { randomUUIDv7 } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import type { Queryable } from '@pagebell/postgres/database'
import { hashToken, lastFour, mintToken } from '@pagebell/tokens/token'
import { noAccount } from './not-found.ts'
import { maxLiveKeys } from './plans.ts'
import { hasLiveKeys } from './queries/has-live-keys.ts'
import { insertKey } from './queries/insert-key.ts'
import type { KeyRow } from './queries/list-keys.ts'
import { lockPlan } from './queries/lock-plan.ts'

type Wanted = { accountId: string; scopes: string[]; expiresAt: string | undefined; name: string | undefined }

/**
 * A new API key and its row, in a transaction; only the caller ever sees the key itself. Throws fault not_found for an
 * unknown account and conflict for one that has as many keys as it may have.
 */
export async function makeKey(q: Queryable, wanted: Wanted): Promise<{ row: KeyRow; apiKey: string }> {
  if ((await lockPlan(q, wanted.accountId)) === undefined) throw noAccount()
  if (await hasLiveKeys(q, wanted.accountId, maxLiveKeys)) throw tooManyKeys()
  const apiKey = mintToken('pbk_')
  const secret = { keyId: randomUUIDv7(), sha256: hashToken(apiKey), lastFour: lastFour(apiKey) }
  const row = await insertKey(q, { ...wanted, ...secret })
  if (row === undefined) throw noAccount()
  return { row, apiKey }
}

const tooManyKeys = () =>
  fault('conflict', `An account can have ${maxLiveKeys} API keys at a time. Revoke one that is no longer used.`, {
    code: 'key_limit_reached',
    details: { limit: maxLiveKeys },
  })
