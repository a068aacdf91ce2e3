import type { Database } from '@pagebell/postgres/database'
import type { Quotas } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { checkUuid } from '../check-uuid.ts'
import { deleteHook } from '../queries/delete-hook.ts'

/** Ends the tokens. No tombstone yet: if the deletion fails after this, the project is still there and may get a token. */
export function closeProject(db: Database): Handler<typeof Quotas, 'closeProject'> {
  return async ({ account_id, project_id }) => {
    checkUuid({ account_id, project_id })
    await deleteHook(db.of(account_id), account_id, project_id)
    return {}
  }
}
