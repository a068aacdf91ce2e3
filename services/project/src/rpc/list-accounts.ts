import { fault } from '@pagebell/faults/fault'
import type { Accounts } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { accountReply } from '../account-reply.ts'
import { isUuid } from '../is-uuid.ts'
import { listAccounts as listAccountRows } from '../queries/list-accounts.ts'
import type { ServiceTools } from '../service-tools.ts'

const perPage = 500

export const listAccounts =
  ({ db }: ServiceTools): Handler<typeof Accounts, 'listAccounts'> =>
  async ({ after }) => {
    if (after !== undefined && !isUuid(after)) throw fault('malformed', 'after is no UUID.')
    const rows = await listAccountRows(db, after, perPage)
    return { accounts: rows.map(accountReply), ...(rows.length === perPage && { next_after: rows.at(-1)?.account_id }) }
  }
