import type { Database } from '@pagebell/postgres/database'
import type { Hooks } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { checkUuid } from '../check-uuid.ts'
import { enableHook } from '../queries/enable-hook.ts'
import { findHook } from '../queries/find-hook.ts'
import { writeHook } from '../write-hook.ts'

/** Once it has answered, requests that start see the new state: their transactions share the row that it waited for. */
export function setHookEnabled(db: Database): Handler<typeof Hooks, 'setHookEnabled'> {
  return async ({ account_id, project_id, enabled }) => {
    checkUuid({ account_id, project_id })
    await enableHook(db.of(account_id), account_id, project_id, enabled)
    return writeHook(await findHook(db.of(account_id), account_id, project_id))
  }
}
