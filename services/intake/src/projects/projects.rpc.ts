import { requireIds } from '@pagebell/faults/ids'
import type { Database } from '@pagebell/postgres/database'
import type { Quotas } from '@pagebell/rpc/contracts'
import type { HandlersOf } from '@pagebell/rpc/serve-rpc'
import { deleteHook } from '../hooks/hooks.sql.ts'

export const projectHandlers = (
  db: Database,
  onClosed: (projectId: string) => void,
): Pick<HandlersOf<typeof Quotas>, 'closeProject'> => ({
  /** Deletes the tokens. No tombstone yet: if the deletion fails after this, the project still exists and may get a token. */
  async closeProject({ account_id, project_id }) {
    requireIds({ account_id, project_id })
    await deleteHook(db.forAccount(account_id), account_id, project_id).finally(() => onClosed(project_id))
    return {}
  },
})
