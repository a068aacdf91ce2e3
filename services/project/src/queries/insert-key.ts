import type { Queryable } from '@pagebell/postgres/database'
import type { KeyRow } from './list-keys.ts'

const text = `
insert into api_key (account_id, key_id, key_sha256, last_four, scopes, expires_at, name)
select account_id, $2, $3, $4, $5, $6, $7
from account
where account_id = $1
returning key_id, name, last_four, scopes, created_at, expires_at, last_used_at, revoked_at`

type NewKey = {
  accountId: string
  keyId: string
  sha256: Buffer
  lastFour: string
  scopes: string[]
  expiresAt: string | undefined
  name: string | undefined
}

/** Undefined if there is no such account. */
export async function insertKey(q: Queryable, key: NewKey): Promise<KeyRow | undefined> {
  const values = [
    key.accountId,
    key.keyId,
    key.sha256,
    key.lastFour,
    key.scopes,
    key.expiresAt ?? null,
    key.name ?? null,
  ]
  const { rows } = await q.query<KeyRow>({ name: 'insert_key', text, values })
  return rows[0]
}
