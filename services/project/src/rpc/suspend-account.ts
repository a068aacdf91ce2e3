import type { Accounts } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { changeSuspension } from '../change-suspension.ts'
import type { ServiceTools } from '../service-tools.ts'

export const suspendAccount =
  (tools: ServiceTools): Handler<typeof Accounts, 'suspendAccount'> =>
  ({ email }) =>
    changeSuspension(tools, email, true)
