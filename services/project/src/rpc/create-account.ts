import { randomBytes } from 'node:crypto'
import type { Accounts } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { accountReply } from '../account-reply.ts'
import { checkEmail } from '../check-email.ts'
import { checkPassword } from '../check-password.ts'
import { makeAccount } from '../make-account.ts'
import { makeKey } from '../make-key.ts'
import { checkPlan } from '../plan-limits.ts'
import { scopes } from '../scopes.ts'
import type { ServiceTools } from '../service-tools.ts'

export const createAccount =
  ({ db, outbox, passwords }: ServiceTools): Handler<typeof Accounts, 'createAccount'> =>
  async (request, { signal }) => {
    const email = checkEmail(request.email)
    const plan = checkPlan(request.plan)
    const password = request.password === undefined ? madePassword() : checkPassword(request.password, { email })
    const passwordHash = await passwords.hash(password, { key: 'operator', known: true, signal })

    const made = await db.transaction(async (q) => {
      const row = await makeAccount(q, { email, passwordHash, plan })
      const { apiKey } = await makeKey(q, {
        accountId: row.account_id,
        scopes: [...scopes],
        expiresAt: undefined,
        name: 'First key',
      })
      return { account: accountReply(row), api_key: apiKey }
    })
    outbox.flush()
    return { ...made, password }
  }

/** 144 bits of chance in 24 characters. */
function madePassword(): string {
  return randomBytes(18).toString('base64url')
}
