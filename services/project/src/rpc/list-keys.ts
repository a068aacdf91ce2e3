import type { Accounts } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { isUuid } from '../is-uuid.ts'
import { keyReply } from '../key-reply.ts'
import { noAccount } from '../not-found.ts'
import { getAccount } from '../queries/get-account.ts'
import { listKeys as listKeyRows } from '../queries/list-keys.ts'
import type { ServiceTools } from '../service-tools.ts'

export const listKeys =
  ({ db }: ServiceTools): Handler<typeof Accounts, 'listKeys'> =>
  async ({ account_id }) => {
    if (!isUuid(account_id)) throw noAccount()
    const own = db.of(account_id)
    if ((await getAccount(own, account_id)) === undefined) throw noAccount()
    return { keys: (await listKeyRows(own, account_id)).map(keyReply) }
  }
