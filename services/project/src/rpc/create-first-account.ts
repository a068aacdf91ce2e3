import { type Fault, fault } from '@pagebell/faults/fault'
import type { SignIns } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { hashToken, isWellFormed } from '@pagebell/tokens/token'
import { accountReply } from '../account-reply.ts'
import { accountSuspended } from '../account-suspended.ts'
import { checkEmail } from '../check-email.ts'
import { checkPassword } from '../check-password.ts'
import { makeAccount } from '../make-account.ts'
import { checkPlan } from '../plan-limits.ts'
import { findPasswordReset, type PasswordResetRow } from '../queries/find-password-reset.ts'
import { isSetupToken } from '../queries/is-setup-token.ts'
import { spendPasswordReset } from '../queries/spend-password-reset.ts'
import { spendSetupToken } from '../queries/spend-setup-token.ts'
import type { ServiceTools } from '../service-tools.ts'

export const createFirstAccount =
  ({ db, outbox, passwords }: ServiceTools): Handler<typeof SignIns, 'createFirstAccount'> =>
  async ({ setup_token, ...request }, { signal }) => {
    const email = checkEmail(request.email)
    const password = checkPassword(request.password, { email })
    const tokenSha256 = hashToken(setup_token)
    // Looked at before the hashing, which is dear and not for everybody.
    if (!isWellFormed(setup_token, 'pbs_')) throw noSetupToken()
    const reset = await findPasswordReset(db, tokenSha256)
    if (reset !== undefined) checkReset(reset, email)
    else if (!(await isSetupToken(db, tokenSha256))) throw noSetupToken()
    const passwordHash = await passwords.hash(password, { key: 'set-up', known: true, signal })

    if (reset !== undefined) {
      const row = await spendPasswordReset(db, tokenSha256, passwordHash)
      if (row === undefined) throw noSetupToken()
      return accountReply(row)
    }
    const row = await db.transaction(async (q) => {
      const plan = await spendSetupToken(q, tokenSha256)
      if (plan === undefined) throw noSetupToken()
      return makeAccount(q, { email, passwordHash, plan: checkPlan(plan) })
    })
    outbox.flush()
    return accountReply(row)
  }

/** Whoever holds the link of one account is not to take it for the link of another. */
function checkReset({ email, suspended_at }: PasswordResetRow, wanted: string): void {
  if (suspended_at !== null) throw accountSuspended()
  if (email.toLowerCase() === wanted.toLowerCase()) return
  const errors = { email: ['Use the address of the account that the link was made for.'] }
  throw fault('invalid', 'The link was made for another account.', { errors })
}

function noSetupToken(): Fault {
  const errors = { setup_token: ['Use a set-up link that is new: each is good for one account and 24 hours.'] }
  return fault('invalid', 'The set-up link is unknown, used or expired.', { code: 'wrong_setup_token', errors })
}
