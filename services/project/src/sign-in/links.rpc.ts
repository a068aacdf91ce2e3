import { type Fault, fault } from '@pagebell/faults/fault'
import type { SignIns } from '@pagebell/rpc/contracts'
import type { HandlersOf } from '@pagebell/rpc/serve-rpc'
import { hashToken, isWellFormed, mintToken } from '@pagebell/tokens/token'
import { accountSuspended, checkEmail, isEmail, registerAccount, toAccountReply } from '../accounts/account.ts'
import { checkPlan } from '../accounts/plans.ts'
import type { ServiceTools } from '../service-tools.ts'
import { noAccount } from '../validation.ts'
import {
  findPasswordReset,
  insertSetupToken,
  isSetupToken,
  type PasswordResetRow,
  replacePasswordReset,
  spendPasswordReset,
  spendSetupToken,
} from './links.sql.ts'
import { checkPassword } from './password-rules.ts'

type Links = 'createSetupToken' | 'createResetToken' | 'createFirstAccount'

/** Set-up links create an account; reset links set a new password. Each works once, within 24 hours. */
export const linkHandlers = ({ db, outbox, passwords }: ServiceTools): Pick<HandlersOf<typeof SignIns>, Links> => ({
  async createSetupToken({ plan }) {
    const setupToken = mintToken('pbs_')
    const expiresAt = await insertSetupToken(db.acrossAccounts(), hashToken(setupToken), checkPlan(plan))
    return { setup_token: setupToken, expires_at: expiresAt }
  },

  async createResetToken({ email }) {
    if (!isEmail(email)) throw noAccount()
    const resetToken = mintToken('pbs_')
    const expiresAt = await replacePasswordReset(db.acrossAccounts(), email, hashToken(resetToken))
    if (expiresAt === undefined) throw noAccount()
    return { reset_token: resetToken, expires_at: expiresAt }
  },

  /** With a set-up token: creates the account. With a reset token: sets the account's password. */
  async createFirstAccount({ setup_token, ...request }, { signal }) {
    const email = checkEmail(request.email)
    const password = checkPassword(request.password, { email })
    const tokenSha256 = hashToken(setup_token)
    const q = db.acrossAccounts()
    // The token is checked before the password is hashed: hashing is expensive, and anybody can call this.
    if (!isWellFormed(setup_token, 'pbs_')) throw noSetupToken()
    const reset = await findPasswordReset(q, tokenSha256)
    if (reset !== undefined) checkReset(reset, email)
    else if (!(await isSetupToken(q, tokenSha256))) throw noSetupToken()
    const passwordHash = await passwords.hash(password, { key: 'set-up', known: true, signal })

    if (reset !== undefined) {
      const row = await spendPasswordReset(q, tokenSha256, passwordHash)
      if (row === undefined) throw noSetupToken()
      return toAccountReply(row)
    }
    const row = await q.transaction(async (transaction) => {
      const plan = await spendSetupToken(transaction, tokenSha256)
      if (plan === undefined) throw noSetupToken()
      return registerAccount(transaction, { email, passwordHash, plan: checkPlan(plan) })
    })
    outbox.flush()
    return toAccountReply(row)
  },
})

/** The address must be that of the account for which the link was made. */
function checkReset({ email, suspended_at }: PasswordResetRow, expectedEmail: string): void {
  if (suspended_at !== null) throw accountSuspended()
  if (email.toLowerCase() === expectedEmail.toLowerCase()) return
  const errors = { email: ['Use the address of the account that the link was made for.'] }
  throw fault('invalid', 'The link was made for another account.', { errors })
}

function noSetupToken(): Fault {
  const errors = { setup_token: ['Ask for a new link: each works once, within 24 hours.'] }
  return fault('invalid', 'The set-up link is unknown, used or expired.', { code: 'wrong_setup_token', errors })
}
