import type { Database } from '@pagebell/postgres/database'
import type { Hooks } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { checkUuid } from '../check-uuid.ts'
import { deleteHook } from '../queries/delete-hook.ts'
import { findHook } from '../queries/find-hook.ts'
import { writeHook } from '../write-hook.ts'

/** Ends the tokens for good; answers the hook as it was, disabled. */
export function revokeHook(db: Database): Handler<typeof Hooks, 'revokeHook'> {
  return ({ account_id, project_id }) => {
    checkUuid({ account_id, project_id })
    return db.of(account_id).transaction(async (q) => {
      const hook = writeHook(await findHook(q, account_id, project_id))
      await deleteHook(q, account_id, project_id)
      return { ...hook, enabled: false }
    })
  }
}
