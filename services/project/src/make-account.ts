import { randomUUIDv7 } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import type { Queryable } from '@pagebell/postgres/database'
import { enqueuePlanChanged } from './enqueue-plan-changed.ts'
import type { AccountRow } from './queries/get-account.ts'
import { insertAccount } from './queries/insert-account.ts'

type Wanted = { email: string; passwordHash: string; plan: string }

/** A new account, whose limits the outbox tells. Throws fault conflict if the address is taken. */
export async function makeAccount(q: Queryable, wanted: Wanted): Promise<AccountRow> {
  const row = await insertAccount(q, { ...wanted, accountId: randomUUIDv7() })
  if (row === undefined) {
    const errors = { email: ['Use an address that no account has.'] }
    throw fault('conflict', 'There is an account with this e-mail address.', { code: 'email_taken', errors })
  }
  await enqueuePlanChanged(q, row)
  return row
}
