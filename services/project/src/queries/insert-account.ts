import type { Queryable } from '@pagebell/postgres/database'
import { accountColumns } from './account-columns.ts'
import type { AccountRow } from './get-account.ts'

const text = `
insert into account (account_id, email, password_hash, plan)
values ($1, $2, $3, $4)
on conflict (lower(email)) do nothing
returning ${accountColumns}`

type NewAccount = { accountId: string; email: string; passwordHash: string; plan: string }

/** Undefined if the address is taken. */
export async function insertAccount(q: Queryable, account: NewAccount): Promise<AccountRow | undefined> {
  const values = [account.accountId, account.email, account.passwordHash, account.plan]
  const { rows } = await q.query<AccountRow>({ name: 'insert_account', text, values })
  return rows[0]
}
