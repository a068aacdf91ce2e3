import type { Queryable } from '@pagebell/postgres/database'

const text = `
select account_id, email, suspended_at
from password_reset
join account using (account_id)
where token_sha256 = $1 and expires_at > clock_timestamp()`

export type PasswordResetRow = { account_id: string; email: string; suspended_at: string | null }

/** The account that the token resets; undefined if it is not good (any more). */
export async function findPasswordReset(q: Queryable, sha256: Buffer): Promise<PasswordResetRow | undefined> {
  const { rows } = await q.query<PasswordResetRow>({ text, values: [sha256] })
  return rows[0]
}
