import { type Fault, fault } from '@pagebell/faults/fault'
import { passwordClient } from '@pagebell/passwords/password-pool'
import type { SignIns } from '@pagebell/rpc/contracts'
import type { HandlersOf } from '@pagebell/rpc/serve-rpc'
import { accountSuspended, isEmail, toAccountReply } from '../accounts/account.ts'
import type { ServiceTools } from '../service-tools.ts'
import { noAccount, parseId } from '../validation.ts'
import { checkPassword } from './password-rules.ts'
import {
  findAccountByPassword,
  findPassword,
  findPasswordByEmail,
  raisePasswordVersion,
  updatePassword,
} from './passwords.sql.ts'

type SignIn = 'signIn' | 'changePassword' | 'endSessions'

export const signInHandlers = ({ db, passwords }: ServiceTools): Pick<HandlersOf<typeof SignIns>, SignIn> => ({
  async signIn({ email, password, ...from }, { signal }) {
    const known = isEmail(email) ? await findPasswordByEmail(db.acrossAccounts(), email) : undefined
    const matches = await passwords.matches(known?.password_hash, password, passwordClient(from, signal))
    // The same refusal for both, so that it does not reveal which addresses have an account.
    if (known === undefined || !matches) throw wrongCredentials()
    // The comparison takes long enough for the password to change meanwhile: the reply, which a session begins with, has
    // the version of the password that was compared, or there is none.
    const row = await findAccountByPassword(db.forAccount(known.account_id), known)
    if (row === undefined) throw wrongCredentials()
    if (row.suspended_at !== null) throw accountSuspended()
    return toAccountReply(row)
  },

  async changePassword({ account_id, current_password, new_password }, { signal }) {
    const accountId = parseId(account_id, noAccount)
    const q = db.forAccount(accountId)
    const known = await findPassword(q, accountId)
    if (known === undefined) throw noAccount()
    const { email, password_hash: before } = known
    checkPassword(new_password, { email, field: 'new_password' })
    const client = { key: accountId, known: true, signal }
    if (!(await passwords.matches(before, current_password, client))) throw wrongPassword()

    const after = await passwords.hash(new_password, client)
    const row = await updatePassword(q, accountId, { before, after })
    // Another change came first: the password that was compared is no longer the current one.
    if (row === undefined) throw wrongPassword()
    return toAccountReply(row)
  },

  async endSessions({ email }) {
    const row = isEmail(email) ? await raisePasswordVersion(db.acrossAccounts(), email) : undefined
    if (row === undefined) throw noAccount()
    return toAccountReply(row)
  },
})

const wrongCredentials = (): Fault =>
  fault('unauthenticated', 'The e-mail address or the password is wrong.', { code: 'wrong_credentials' })

function wrongPassword(): Fault {
  const errors = { current_password: ['That is not your current password.'] }
  return fault('invalid', 'The current password is wrong.', { code: 'wrong_password', errors })
}
