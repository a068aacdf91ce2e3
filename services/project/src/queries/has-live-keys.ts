import type { Queryable } from '@pagebell/postgres/database'

const text = `
select count(*) >= $2 as reached
from api_key
where account_id = $1
  and revoked_at is null
  and (expires_at is null or expires_at > clock_timestamp())`

/** Whether the account has so many keys that are good, or more. */
export async function hasLiveKeys(q: Queryable, accountId: string, count: number): Promise<boolean> {
  const { rows } = await q.query<{ reached: boolean }>({ name: 'has_live_keys', text, values: [accountId, count] })
  return rows[0]?.reached === true
}
