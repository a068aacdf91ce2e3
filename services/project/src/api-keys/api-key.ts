import { randomUUIDv7 } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import type { Queryable } from '@pagebell/postgres/database'
import { hashToken, lastFour, mintToken } from '@pagebell/tokens/token'
import { lockPlan } from '../accounts/plans.sql.ts'
import { maxLiveKeys } from '../accounts/plans.ts'
import { noAccount } from '../validation.ts'
import { hasLiveKeys, insertKey, type KeyRow } from './api-keys.sql.ts'

/** What a key can be allowed to do. */
export const scopes = ['reports:read', 'reports:write', 'projects:read', 'projects:write', 'hooks:write'] as const

/** The scopes without repetition. Throws fault `invalid` on `scopes` for none or an unknown one. */
export function checkScopes(requested: readonly string[]): string[] {
  const known = scopes.filter((scope) => requested.includes(scope))
  const allKnown = requested.every((scope) => scopes.some((one) => one === scope))
  if (known.length > 0 && allKnown) return known
  const errors = { scopes: [`Use one or more of ${scopes.join(', ')}.`] }
  throw fault('invalid', 'scopes must be known scopes.', { errors })
}

const maxNameLength = 80

/** The name of a key without space around it. Throws fault `invalid` on `name`. */
export function checkKeyName(written: string): string {
  const name = written.trim()
  const length = Array.from(name).length
  if (length >= 1 && length <= maxNameLength && !/\p{Cc}/u.test(name)) return name
  const errors = { name: [`Use 1 to ${maxNameLength} characters on one line.`] }
  throw fault('invalid', 'The name of the key cannot be used.', { errors })
}

type NewKey = { accountId: string; scopes: string[]; expiresAt: string | undefined; name: string | undefined }

/**
 * Creates an API key, in a transaction. Only the caller ever sees the key itself. Throws fault `not_found` for an
 * unknown account and `conflict` for one that has as many keys as it can have.
 */
export async function issueKey(q: Queryable, newKey: NewKey): Promise<{ row: KeyRow; apiKey: string }> {
  if ((await lockPlan(q, newKey.accountId)) === undefined) throw noAccount()
  if (await hasLiveKeys(q, newKey.accountId, maxLiveKeys)) throw tooManyKeys()
  const apiKey = mintToken('pbk_')
  const secret = { keyId: randomUUIDv7(), sha256: hashToken(apiKey), lastFour: lastFour(apiKey) }
  const row = await insertKey(q, { ...newKey, ...secret })
  if (row === undefined) throw noAccount()
  return { row, apiKey }
}

const tooManyKeys = () =>
  fault('conflict', `An account can have ${maxLiveKeys} API keys at a time. Revoke one that is no longer used.`, {
    code: 'key_limit_reached',
    details: { limit: maxLiveKeys },
  })

/** A key as gRPC replies have it: what is null in the database is absent. */
export function toKeyReply(row: KeyRow) {
  const { key_id, last_four, scopes: allowed, created_at, expires_at, last_used_at, revoked_at, name } = row
  return {
    key_id,
    last_four,
    scopes: allowed,
    created_at,
    ...(expires_at !== null && { expires_at }),
    ...(last_used_at !== null && { last_used_at }),
    ...(revoked_at !== null && { revoked_at }),
    ...(name !== null && { name }),
  }
}
