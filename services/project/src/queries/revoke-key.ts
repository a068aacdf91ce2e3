import type { Queryable } from '@pagebell/postgres/database'
import type { KeyRow } from './list-keys.ts'

export type RevokedKeyRow = KeyRow & { was_revoked: boolean }

const text = `
with before as (
  select key_id, revoked_at
  from api_key
  where account_id = $1 and key_id = $2
  for update
)
update api_key k
set revoked_at = coalesce(before.revoked_at, clock_timestamp())
from before
where k.account_id = $1 and k.key_id = before.key_id
returning k.key_id, k.name, k.last_four, k.scopes, k.created_at, k.expires_at, k.last_used_at, k.revoked_at,
  before.revoked_at is not null as was_revoked`

/** Undefined if the account has no such key. The time of the first revocation stays. */
export async function revokeKey(q: Queryable, accountId: string, keyId: string): Promise<RevokedKeyRow | undefined> {
  const { rows } = await q.query<RevokedKeyRow>({ name: 'revoke_key', text, values: [accountId, keyId] })
  return rows[0]
}
