import { fault } from '@pagebell/faults/fault'
import { isId } from '@pagebell/faults/ids'
import type { Accounts } from '@pagebell/rpc/contracts'
import type { HandlersOf } from '@pagebell/rpc/serve-rpc'
import type { ServiceTools } from '../service-tools.ts'
import { noAccount } from '../validation.ts'
import { isEmail, toAccountReply } from './account.ts'
import { findAccount, findAccountByEmail, listAccounts } from './accounts.sql.ts'

const perPage = 500

/** Reads accounts; account-lifecycle/ creates, changes and deletes them. */
export const accountHandlers = ({
  db,
}: ServiceTools): Pick<HandlersOf<typeof Accounts>, 'getAccount' | 'listAccounts'> => ({
  /** By account_id, else by email. */
  async getAccount({ account_id = '', email = '' }) {
    const byId = isId(account_id) ? await findAccount(db.forAccount(account_id), account_id) : undefined
    const row = byId ?? (isEmail(email) ? await findAccountByEmail(db.acrossAccounts(), email) : undefined)
    if (row === undefined) throw noAccount()
    return toAccountReply(row)
  },

  /** Every account, oldest first, a page at a time. */
  async listAccounts({ after }) {
    if (after !== undefined && !isId(after)) throw fault('malformed', 'after must be a UUID.')
    const rows = await listAccounts(db.acrossAccounts(), after, perPage)
    return {
      accounts: rows.map(toAccountReply),
      ...(rows.length === perPage && { next_after: rows.at(-1)?.account_id }),
    }
  },
})
