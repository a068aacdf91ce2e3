import type { Queryable } from '@pagebell/postgres/database'

const text = `
insert into password_reset (account_id, token_sha256, expires_at)
select account_id, $2, clock_timestamp() + interval '24 hours'
from account
where lower(email) = lower($1)
on conflict (account_id) do update
set token_sha256 = excluded.token_sha256, expires_at = excluded.expires_at
returning expires_at`

/** Makes the token the only one of its account; answers when it expires, or undefined without such an account. */
export async function replacePasswordReset(q: Queryable, email: string, sha256: Buffer): Promise<string | undefined> {
  const { rows } = await q.query<{ expires_at: string }>({ text, values: [email, sha256] })
  return rows[0]?.expires_at
}
