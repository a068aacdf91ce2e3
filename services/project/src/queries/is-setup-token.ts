import type { Queryable } from '@pagebell/postgres/database'

const text = `
select
from setup_token
where token_sha256 = $1 and expires_at > clock_timestamp()`

/** Whether the token is good at this moment. */
export async function isSetupToken(q: Queryable, sha256: Buffer): Promise<boolean> {
  const { rowCount } = await q.query({ text, values: [sha256] })
  return rowCount === 1
}
