import type { Queryable } from '@pagebell/postgres/database'

export type CallerRow = {
  account_id: string
  key_id: string
  scopes: string[]
  plan: string
  limits_version: number
  expires_at: string | null
  suspended_at: string | null
}

/** The account and key of a live key's hash; undefined for an unknown, revoked or expired key. */
export async function authenticateKey(q: Queryable, keySha256: Buffer): Promise<CallerRow | undefined> {
  const { rows } = await q.query<CallerRow>({
    name: 'authenticate_key',
    // last_used_at is written at most once a minute: a write for each call would cost more than the call.
    text: `
      with caller as (
        select k.account_id, k.key_id, k.scopes, a.plan, a.limits_version, a.suspended_at, k.expires_at, k.last_used_at
        from api_key k
        join account a using (account_id)
        where k.key_sha256 = $1
          and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > clock_timestamp())
      ), noted as (
        update api_key k
        set last_used_at = clock_timestamp()
        from caller c
        where k.account_id = c.account_id
          and k.key_id = c.key_id
          and (k.last_used_at is null or k.last_used_at < clock_timestamp() - interval '1 minute')
      )
      select account_id, key_id, scopes, plan, limits_version, expires_at, suspended_at
      from caller`,
    values: [keySha256],
  })
  return rows[0]
}

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
  const { accountId, keyId, sha256, lastFour, scopes, expiresAt, name } = key
  const { rows } = await q.query<KeyRow>({
    name: 'insert_key',
    text: `
      insert into api_key (account_id, key_id, key_sha256, last_four, scopes, expires_at, name)
      select account_id, $2, $3, $4, $5, $6, $7
      from account
      where account_id = $1
      returning key_id, name, last_four, scopes, created_at, expires_at, last_used_at, revoked_at`,
    values: [accountId, keyId, sha256, lastFour, scopes, expiresAt ?? null, name ?? null],
  })
  return rows[0]
}

/** Whether the account has at least so many keys that are neither revoked nor expired. */
export async function hasLiveKeys(q: Queryable, accountId: string, count: number): Promise<boolean> {
  const { rows } = await q.query<{ reached: boolean }>({
    name: 'has_live_keys',
    text: `
      select count(*) >= $2 as reached
      from api_key
      where account_id = $1
        and revoked_at is null
        and (expires_at is null or expires_at > clock_timestamp())`,
    values: [accountId, count],
  })
  return rows[0]?.reached === true
}

/** Newest first, with revoked ones. Ids are UUIDv7 and so ordered by creation. */
export async function listKeys(q: Queryable, accountId: string): Promise<KeyRow[]> {
  const { rows } = await q.query<KeyRow>({
    name: 'list_keys',
    text: `
      select key_id, name, last_four, scopes, created_at, expires_at, last_used_at, revoked_at
      from api_key
      where account_id = $1
      order by key_id desc`,
    values: [accountId],
  })
  return rows
}

export type RevokedKeyRow = KeyRow & { was_revoked: boolean }

/** Undefined if the account has no such key. The time of the first revocation stays. */
export async function revokeKey(q: Queryable, accountId: string, keyId: string): Promise<RevokedKeyRow | undefined> {
  const { rows } = await q.query<RevokedKeyRow>({
    name: 'revoke_key',
    text: `
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
        before.revoked_at is not null as was_revoked`,
    values: [accountId, keyId],
  })
  return rows[0]
}
