import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import type { Queryable } from '@pagebell/postgres/database'
import type { Accounts } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { accountReply } from '../account-reply.ts'
import { checkEmail } from '../check-email.ts'
import { checkPassword } from '../check-password.ts'
import { enqueuePlanChanged } from '../enqueue-plan-changed.ts'
import { hashPassword } from '../hash-password.ts'
import { makeKey } from '../make-key.ts'
import { checkPlan } from '../plan-limits.ts'
import { insertAccount } from '../queries/insert-account.ts'
import { scopes } from '../scopes.ts'
import type { ServiceTools } from '../service-tools.ts'

export const createAccount =
  ({ db, outbox }: ServiceTools): Handler<typeof Accounts, 'createAccount'> =>
  async (request) => {
    const email = checkEmail(request.email)
    const plan = checkPlan(request.plan)
    const password = request.password === undefined ? madePassword() : checkPassword(request.password)
    const passwordHash = await hashPassword(password)

    const made = await db.transaction((q) => insert(q, { accountId: randomUUIDv7(), email, passwordHash, plan }))
    outbox.flush()
    return { ...made, password }
  }

async function insert(q: Queryable, account: Parameters<typeof insertAccount>[1]) {
  const row = await insertAccount(q, account)
  if (row === undefined) {
    const errors = { email: ['Use an address that no account has.'] }
    throw fault('conflict', 'There is an account with this e-mail address.', { code: 'email_taken', errors })
  }
  const { apiKey } = await makeKey(q, { accountId: row.account_id, scopes: [...scopes], expiresAt: undefined })
  await enqueuePlanChanged(q, row)
  return { account: accountReply(row), api_key: apiKey }
}

/** 144 bits of chance in 24 characters. */
function madePassword(): string {
  return randomBytes(18).toString('base64url')
}
