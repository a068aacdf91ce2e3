import type { Queryable } from '@pagebell/postgres/database'

const text = `
delete from setup_token
where token_sha256 = $1 and expires_at > clock_timestamp()
returning plan`

/** The plan of the account that the token makes; undefined if it is not good (any more). */
export async function spendSetupToken(q: Queryable, sha256: Buffer): Promise<string | undefined> {
  const { rows } = await q.query<{ plan: string }>({ text, values: [sha256] })
  return rows[0]?.plan
}
