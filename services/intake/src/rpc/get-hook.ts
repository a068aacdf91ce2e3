import type { Database } from '@pagebell/postgres/database'
import type { Hooks } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { checkUuid } from '../check-uuid.ts'
import { findHook } from '../queries/find-hook.ts'
import { writeHook } from '../write-hook.ts'

export function getHook(db: Database): Handler<typeof Hooks, 'getHook'> {
  return async ({ account_id, project_id }) => {
    checkUuid({ account_id, project_id })
    return writeHook(await findHook(db.of(account_id), account_id, project_id))
  }
}
