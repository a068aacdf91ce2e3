import type { Accounts } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { accountReply } from '../account-reply.ts'
import { isEmail } from '../check-email.ts'
import { isUuid } from '../is-uuid.ts'
import { noAccount } from '../not-found.ts'
import { findAccountByEmail } from '../queries/find-account-by-email.ts'
import { getAccount as getAccountById } from '../queries/get-account.ts'
import type { ServiceTools } from '../service-tools.ts'

export const getAccount =
  ({ db }: ServiceTools): Handler<typeof Accounts, 'getAccount'> =>
  async ({ account_id = '', email = '' }) => {
    const byId = isUuid(account_id) ? await getAccountById(db.of(account_id), account_id) : undefined
    const row = byId ?? (isEmail(email) ? await findAccountByEmail(db, email) : undefined)
    if (row === undefined) throw noAccount()
    return accountReply(row)
  }
