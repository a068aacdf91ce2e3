import { fault } from '@pagebell/faults/fault'
import type { Accounts } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { accountSuspended } from '../account-suspended.ts'
import { callerLimits } from '../plan-limits.ts'
import { authenticateKey } from '../queries/authenticate-key.ts'
import type { ServiceTools } from '../service-tools.ts'

export const authenticate =
  ({ db }: ServiceTools): Handler<typeof Accounts, 'authenticate'> =>
  async ({ key_sha256 }) => {
    const caller = await authenticateKey(db, key_sha256)
    if (caller === undefined) throw fault('unauthenticated', 'The API key is unknown, revoked or expired.')
    const { suspended_at, expires_at, ...rest } = caller
    if (suspended_at !== null) throw accountSuspended()
    return { ...rest, limits: callerLimits(caller.plan), expires_at: expires_at ?? undefined }
  }
