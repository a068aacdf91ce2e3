import type { Queryable } from '@pagebell/postgres/database'

export type AccountRow = {
  account_id: string
  email: string
  plan: string
  limits_version: number
  created_at: string
  password_version: number
  suspended_at: string | null
  /** 0 public, 1 private: what the panel offers for a new report. */
  new_report_privacy: number
}

/** The columns of an AccountRow. */
export const accountColumns =
  'account_id, email, plan, limits_version, created_at, password_version, suspended_at, new_report_privacy'

type NewAccount = { accountId: string; email: string; passwordHash: string; plan: string }

/** Undefined if the address is taken. */
export async function insertAccount(q: Queryable, account: NewAccount): Promise<AccountRow | undefined> {
  const { rows } = await q.query<AccountRow>({
    name: 'insert_account',
    text: `
      insert into account (account_id, email, password_hash, plan)
      values ($1, $2, $3, $4)
      on conflict (lower(email)) do nothing
      returning ${accountColumns}`,
    values: [account.accountId, account.email, account.passwordHash, account.plan],
  })
  return rows[0]
}

export async function findAccount(q: Queryable, accountId: string): Promise<AccountRow | undefined> {
  const { rows } = await q.query<AccountRow>({
    name: 'get_account',
    text: `
      select ${accountColumns}
      from account
      where account_id = $1`,
    values: [accountId],
  })
  return rows[0]
}

export async function findAccountByEmail(q: Queryable, email: string): Promise<AccountRow | undefined> {
  const { rows } = await q.query<AccountRow>({
    name: 'find_account_by_email',
    text: `
      select ${accountColumns}
      from account
      where lower(email) = lower($1)`,
    values: [email],
  })
  return rows[0]
}

/** The oldest accounts after the given one, or from the first. Ids are UUIDv7 and so ordered by creation. */
export async function listAccounts(q: Queryable, after: string | undefined, limit: number): Promise<AccountRow[]> {
  const { rows } = await q.query<AccountRow>({
    name: 'list_accounts',
    text: `
      select ${accountColumns}
      from account
      where $1::uuid is null or account_id > $1
      order by account_id
      limit $2`,
    values: [after ?? null, limit],
  })
  return rows
}

/** Suspends or resumes. The version rises even if nothing changes, so that an operator can announce it again. */
export async function setSuspended(q: Queryable, email: string, suspended: boolean): Promise<AccountRow | undefined> {
  const { rows } = await q.query<AccountRow>({
    name: 'set_suspended',
    text: `
      update account
      set suspended_at = case when $2 then coalesce(suspended_at, clock_timestamp()) end,
        limits_version = limits_version + 1
      where lower(email) = lower($1)
      returning ${accountColumns}`,
    values: [email, suspended],
  })
  return rows[0]
}

/** Undefined if there is no such account. */
export async function updateSettings(
  q: Queryable,
  accountId: string,
  newReportPrivacy: number,
): Promise<AccountRow | undefined> {
  const { rows } = await q.query<AccountRow>({
    name: 'update_account_settings',
    text: `
      update account
      set new_report_privacy = $2
      where account_id = $1
      returning ${accountColumns}`,
    values: [accountId, newReportPrivacy],
  })
  return rows[0]
}

/** Deletes an account without projects and its other rows, in a transaction. The outbox keeps its messages. */
export async function deleteAccount(q: Queryable, accountId: string): Promise<void> {
  // In this order: keys and resets refer to the account.
  const statements = [
    'delete from api_key where account_id = $1',
    'delete from password_reset where account_id = $1',
    'delete from idempotency where account_id = $1',
    'delete from account where account_id = $1',
  ]
  for (const text of statements) await q.query({ text, values: [accountId] })
}
