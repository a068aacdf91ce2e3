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

// The use is noted at most once a minute, because a write for each call would cost more than the call.
const text = `
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
from caller`

/** Who a live key belongs to; undefined for an unknown, revoked or expired one. */
export async function authenticateKey(q: Queryable, keySha256: Buffer): Promise<CallerRow | undefined> {
  const { rows } = await q.query<CallerRow>({ name: 'authenticate_key', text, values: [keySha256] })
  return rows[0]
}
