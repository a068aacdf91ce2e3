import type { Queryable } from '@pagebell/postgres/database'

export type KeyRow = {
  key_id: string
  name: string | null
  last_four: string
  scopes: string[]
  created_at: string
  expires_at: string | null
  last_used_at: string | null
  revoked_at: string | null
}

// Ids are UUIDv7: their order is the order in which the keys were made.
const text = `
select key_id, name, last_four, scopes, created_at, expires_at, last_used_at, revoked_at
from api_key
where account_id = $1
order by key_id desc`

/** Newest first, revoked ones too. */
export async function listKeys(q: Queryable, accountId: string): Promise<KeyRow[]> {
  const { rows } = await q.query<KeyRow>({ name: 'list_keys', text, values: [accountId] })
  return rows
}
