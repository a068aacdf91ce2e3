import { type Fault, fault } from '@pagebell/faults/fault'
import type { SignIns } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { hashToken, isWellFormed } from '@pagebell/tokens/token'
import { accountReply } from '../account-reply.ts'
import { checkEmail } from '../check-email.ts'
import { checkPassword } from '../check-password.ts'
import { makeAccount } from '../make-account.ts'
import { checkPlan } from '../plan-limits.ts'
import { isSetupToken } from '../queries/is-setup-token.ts'
import { spendSetupToken } from '../queries/spend-setup-token.ts'
import type { ServiceTools } from '../service-tools.ts'

export const createFirstAccount =
  ({ db, outbox, passwords }: ServiceTools): Handler<typeof SignIns, 'createFirstAccount'> =>
  async ({ setup_token, ...request }) => {
    const email = checkEmail(request.email)
    const password = checkPassword(request.password)
    const tokenSha256 = hashToken(setup_token)
    // Looked at before the hashing, which is dear and not for everybody.
    if (!isWellFormed(setup_token, 'pbs_') || !(await isSetupToken(db, tokenSha256))) throw noSetupToken()
    const passwordHash = await passwords.hash(password)

    const row = await db.transaction(async (q) => {
      const plan = await spendSetupToken(q, tokenSha256)
      if (plan === undefined) throw noSetupToken()
      return makeAccount(q, { email, passwordHash, plan: checkPlan(plan) })
    })
    outbox.flush()
    return accountReply(row)
  }

function noSetupToken(): Fault {
  const errors = { setup_token: ['Use a set-up link that is new: each is good for one account and 24 hours.'] }
  return fault('invalid', 'The set-up link is unknown, used or expired.', { errors })
}
