import { fault } from '@pagebell/faults/fault'
import { isId } from '@pagebell/faults/ids'
import type { Accounts } from '@pagebell/rpc/contracts'
import type { HandlersOf } from '@pagebell/rpc/serve-rpc'
import type { ServiceTools } from '../service-tools.ts'
import { noAccount, parseId } from '../validation.ts'
import { isEmail, toAccountReply } from './account.ts'
import { findAccount, findAccountByEmail, listAccounts, updateSettings } from './accounts.sql.ts'

const perPage = 500

/** Reads accounts and changes their settings; account-lifecycle/ creates, changes and deletes them. */
export const accountHandlers = ({
  db,
}: ServiceTools): Pick<HandlersOf<typeof Accounts>, 'getAccount' | 'listAccounts' | 'changeAccountSettings'> => ({
  /** By account_id, else by email. */
  async getAccount({ account_id = '', email = '' }) {
    const byId = isId(account_id) ? await findAccount(db.forAccount(account_id), account_id) : undefined
    const row = byId ?? (isEmail(email) ? await findAccountByEmail(db.acrossAccounts(), email) : undefined)
    if (row === undefined) throw noAccount()
    return toAccountReply(row)
  },

  async changeAccountSettings({ account_id, new_report_privacy }) {
    const accountId = parseId(account_id, noAccount)
    if (new_report_privacy !== 0 && new_report_privacy !== 1) {
      const errors = { new_report_privacy: ['Use 0 (public) or 1 (private).'] }
      throw fault('invalid', 'The value of new_report_privacy is not allowed.', { errors })
    }
    const row = await updateSettings(db.forAccount(accountId), accountId, new_report_privacy)
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
