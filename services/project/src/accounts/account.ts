import { randomUUIDv7 } from 'node:crypto'
import { type Fault, fault } from '@pagebell/faults/fault'
import type { Queryable } from '@pagebell/postgres/database'
import { type AccountRow, insertAccount } from './accounts.sql.ts'
import { enqueuePlanChanged } from './plan-changed.ts'
import { limitsReply } from './plans.ts'

/** An account as gRPC replies have it. */
export function toAccountReply({ suspended_at, ...row }: AccountRow) {
  return { ...row, ...(suspended_at !== null && { suspended_at }), limits: limitsReply(row.plan) }
}

/** The refusal of a suspended account, thrown only once the caller has authenticated as that account. */
export const accountSuspended = (): Fault =>
  fault('forbidden', 'This account is suspended. Ask the operator of this Pagebell.', { code: 'account_suspended' })

type NewAccount = { email: string; passwordHash: string; plan: string }

/** Inserts an account and announces its limits, in a transaction. Throws fault `conflict` if the address is taken. */
export async function registerAccount(q: Queryable, account: NewAccount): Promise<AccountRow> {
  const row = await insertAccount(q, { ...account, accountId: randomUUIDv7() })
  if (row === undefined) {
    const errors = { email: ['Use an address that no account has.'] }
    throw fault('conflict', 'There is an account with this e-mail address.', { code: 'email_taken', errors })
  }
  await enqueuePlanChanged(q, row)
  return row
}

/** RFC 5321 4.5.3.1.3 */
const maxEmailLength = 254
// Only a delivered message proves an address. This refuses what cannot be one, and characters that a terminal acts on.
const emailShape = /^[^\s@\p{Cc}\p{Cf}]+@[^\s@\p{Cc}\p{Cf}]+$/u

export function isEmail(text: string): boolean {
  return text.length <= maxEmailLength && emailShape.test(text)
}

/** Throws fault `invalid` on `email`. */
export function checkEmail(text: string): string {
  if (isEmail(text)) return text
  const allowed = `Use an address such as name@example.com, at most ${maxEmailLength} characters.`
  throw fault('invalid', 'This is not an e-mail address.', { errors: { email: [allowed] } })
}
