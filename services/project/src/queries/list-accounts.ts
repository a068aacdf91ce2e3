import type { Queryable } from '@pagebell/postgres/database'
import { accountColumns } from './account-columns.ts'
import type { AccountRow } from './get-account.ts'

// Ids are UUIDv7: their order is the order in which the accounts were made.
const text = `
select ${accountColumns}
from account
where $1::uuid is null or account_id > $1
order by account_id
limit $2`

/** The oldest accounts after one of them. */
export async function listAccounts(q: Queryable, after: string | undefined, limit: number): Promise<AccountRow[]> {
  const { rows } = await q.query<AccountRow>({ name: 'list_accounts', text, values: [after ?? null, limit] })
  return rows
}
