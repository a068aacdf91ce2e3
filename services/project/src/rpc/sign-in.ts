import { fault } from '@pagebell/faults/fault'
import { passwordClient } from '@pagebell/passwords/password-pool'
import type { SignIns } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { accountReply } from '../account-reply.ts'
import { accountSuspended } from '../account-suspended.ts'
import { isEmail } from '../check-email.ts'
import { noAccount } from '../not-found.ts'
import { findPasswordByEmail } from '../queries/find-password-by-email.ts'
import { getAccount } from '../queries/get-account.ts'
import type { ServiceTools } from '../service-tools.ts'

export const signIn =
  ({ db, passwords }: ServiceTools): Handler<typeof SignIns, 'signIn'> =>
  async ({ email, password, ...from }, { signal }) => {
    const known = isEmail(email) ? await findPasswordByEmail(db, email) : undefined
    const matches = await passwords.matches(known?.password_hash, password, passwordClient(from, signal))
    // One answer for both, so that nobody learns who has an account.
    if (known === undefined || !matches) {
      throw fault('unauthenticated', 'The e-mail address or the password is wrong.', { code: 'wrong_credentials' })
    }
    const row = await getAccount(db, known.account_id)
    if (row === undefined) throw noAccount()
    if (row.suspended_at !== null) throw accountSuspended()
    return accountReply(row)
  }
