import type { Queryable } from '@pagebell/postgres/database'
import { type AccountRow, accountColumns } from '../accounts/accounts.sql.ts'

export type PasswordRow = { account_id: string; password_hash: string }

export async function findPasswordByEmail(q: Queryable, email: string): Promise<PasswordRow | undefined> {
  const { rows } = await q.query<PasswordRow>({
    name: 'find_password_by_email',
    text: `
      select account_id, password_hash
      from account
      where lower(email) = lower($1)`,
    values: [email],
  })
  return rows[0]
}

/** Undefined if the account has another password hash by now. */
export async function findAccountByPassword(q: Queryable, known: PasswordRow): Promise<AccountRow | undefined> {
  const { rows } = await q.query<AccountRow>({
    name: 'find_account_by_password',
    text: `
      select ${accountColumns}
      from account
      where account_id = $1 and password_hash = $2`,
    values: [known.account_id, known.password_hash],
  })
  return rows[0]
}

/** An account's address, and its password hash as a PHC string. */
export async function findPassword(
  q: Queryable,
  accountId: string,
): Promise<{ email: string; password_hash: string } | undefined> {
  const { rows } = await q.query<{ email: string; password_hash: string }>({
    name: 'get_password',
    text: `
      select email, password_hash
      from account
      where account_id = $1`,
    values: [accountId],
  })
  return rows[0]
}

/** Undefined if the account's password hash is no longer the one before. A reset link that was not used is void. */
export async function updatePassword(
  q: Queryable,
  accountId: string,
  { before, after }: { before: string; after: string },
): Promise<AccountRow | undefined> {
  const { rows } = await q.query<AccountRow>({
    name: 'update_password',
    text: `
      with unused as (
        delete from password_reset
        where account_id = $1
      )
      update account
      set password_hash = $3, password_version = password_version + 1
      where account_id = $1 and password_hash = $2
      returning ${accountColumns}`,
    values: [accountId, before, after],
  })
  return rows[0]
}

/** Ends every session of the account: a session is valid for the version with which it began. */
export async function raisePasswordVersion(q: Queryable, email: string): Promise<AccountRow | undefined> {
  const { rows } = await q.query<AccountRow>({
    name: 'raise_password_version',
    text: `
      update account
      set password_version = password_version + 1
      where lower(email) = lower($1)
      returning ${accountColumns}`,
    values: [email],
  })
  return rows[0]
}
