import type { Queryable } from '@pagebell/postgres/database'

const text = `
with expired as (
  delete from setup_token
  where expires_at <= clock_timestamp()
)
insert into setup_token (token_sha256, plan, expires_at)
values ($1, $2, clock_timestamp() + interval '24 hours')
returning expires_at`

/** Adds a set-up token beside those that are unused; answers when it expires. */
export async function insertSetupToken(q: Queryable, sha256: Buffer, plan: string): Promise<string> {
  const { rows } = await q.query<{ expires_at: string }>({ text, values: [sha256, plan] })
  if (rows[0] === undefined) throw new Error('An inserted set-up token was not returned.')
  return rows[0].expires_at
}
