import { type Fault, fault } from '@pagebell/faults/fault'
import type { SignIns } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { accountReply } from '../account-reply.ts'
import { checkPassword } from '../check-password.ts'
import { isUuid } from '../is-uuid.ts'
import { noAccount } from '../not-found.ts'
import { getPassword } from '../queries/get-password.ts'
import { updatePassword } from '../queries/update-password.ts'
import type { ServiceTools } from '../service-tools.ts'

export const changePassword =
  ({ db, passwords }: ServiceTools): Handler<typeof SignIns, 'changePassword'> =>
  async ({ account_id, current_password, new_password }, { signal }) => {
    const known = isUuid(account_id) ? await getPassword(db.of(account_id), account_id) : undefined
    if (known === undefined) throw noAccount()
    const { email, password_hash: before } = known
    checkPassword(new_password, { email, field: 'new_password' })
    const client = { key: account_id, known: true, signal }
    if (!(await passwords.matches(before, current_password, client))) throw notTheCurrentOne()

    const row = await updatePassword(db.of(account_id), account_id, {
      before,
      after: await passwords.hash(new_password, client),
    })
    // Another change came first, so that the current password is no longer the current one.
    if (row === undefined) throw notTheCurrentOne()
    return accountReply(row)
  }

function notTheCurrentOne(): Fault {
  const errors = { current_password: ['That is not your current password.'] }
  return fault('invalid', 'The current password is wrong.', { code: 'wrong_password', errors })
}
