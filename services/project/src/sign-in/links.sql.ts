import type { Queryable } from '@pagebell/postgres/database'
import { type AccountRow, accountColumns } from '../accounts/accounts.sql.ts'

/** Adds a set-up token beside the unused ones and deletes the expired ones. Returns when the new one expires. */
export async function insertSetupToken(q: Queryable, sha256: Buffer, plan: string): Promise<string> {
  const { rows } = await q.query<{ expires_at: string }>({
    text: `
      with expired as (
        delete from setup_token
        where expires_at <= clock_timestamp()
      )
      insert into setup_token (token_sha256, plan, expires_at)
      values ($1, $2, clock_timestamp() + interval '24 hours')
      returning expires_at`,
    values: [sha256, plan],
  })
  if (rows[0] === undefined) throw new Error('An inserted set-up token was not returned.')
  return rows[0].expires_at
}

/** Whether the token is unused and has not expired. */
export async function isSetupToken(q: Queryable, sha256: Buffer): Promise<boolean> {
  const { rowCount } = await q.query({
    text: `
      select
      from setup_token
      where token_sha256 = $1 and expires_at > clock_timestamp()`,
    values: [sha256],
  })
  return rowCount === 1
}

/** Uses the token up and returns the plan of its account; undefined if it is unknown, used or expired. */
export async function spendSetupToken(q: Queryable, sha256: Buffer): Promise<string | undefined> {
  const { rows } = await q.query<{ plan: string }>({
    text: `
      delete from setup_token
      where token_sha256 = $1 and expires_at > clock_timestamp()
      returning plan`,
    values: [sha256],
  })
  return rows[0]?.plan
}

/** Replaces the account's reset token. Returns when the new one expires, or undefined without such an account. */
export async function replacePasswordReset(q: Queryable, email: string, sha256: Buffer): Promise<string | undefined> {
  const { rows } = await q.query<{ expires_at: string }>({
    text: `
      insert into password_reset (account_id, token_sha256, expires_at)
      select account_id, $2, clock_timestamp() + interval '24 hours'
      from account
      where lower(email) = lower($1)
      on conflict (account_id) do update
      set token_sha256 = excluded.token_sha256, expires_at = excluded.expires_at
      returning expires_at`,
    values: [email, sha256],
  })
  return rows[0]?.expires_at
}

export type PasswordResetRow = { account_id: string; email: string; suspended_at: string | null }

/** The account whose password the token resets; undefined if it is unknown, used or expired. */
export async function findPasswordReset(q: Queryable, sha256: Buffer): Promise<PasswordResetRow | undefined> {
  const { rows } = await q.query<PasswordResetRow>({
    text: `
      select account_id, email, suspended_at
      from password_reset
      join account using (account_id)
      where token_sha256 = $1 and expires_at > clock_timestamp()`,
    values: [sha256],
  })
  return rows[0]
}

/** Uses the token up and returns the account with its new password; undefined if it is unknown, used or expired. */
export async function spendPasswordReset(
  q: Queryable,
  sha256: Buffer,
  passwordHash: string,
): Promise<AccountRow | undefined> {
  const { rows } = await q.query<AccountRow>({
    text: `
      with spent as (
        delete from password_reset
        where token_sha256 = $1 and expires_at > clock_timestamp()
        returning account_id
      )
      update account
      set password_hash = $2, password_version = password_version + 1
      where account_id = (select account_id from spent)
      returning ${accountColumns}`,
    values: [sha256, passwordHash],
  })
  return rows[0]
}
