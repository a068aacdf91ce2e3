import type { Body } from '@pagebell/messages/define-message'
import type { projectDeleted } from '@pagebell/messages/project-deleted'
import type { Database } from '@pagebell/postgres/database'
import { closeProject } from '../queries/close-project.ts'
import { deleteChannels } from '../queries/delete-channels.ts'
import { deleteHook } from '../queries/delete-hook.ts'
import { dropUndelivered } from '../queries/drop-undelivered.ts'
import { lockProject } from '../queries/lock-project.ts'

/**
 * Ends the tokens, waiting for the requests that are being committed with them, then drops what they and others have left
 * in the outbox. The tombstone is for a rotate that comes late.
 */
export function onProjectDeleted(db: Database): (body: Body<typeof projectDeleted>) => Promise<void> {
  return ({ account_id, project_id }) =>
    db.of(account_id).transaction(async (q) => {
      await lockProject(q, project_id)
      await deleteHook(q, account_id, project_id)
      await deleteChannels(q, account_id, project_id)
      await closeProject(q, project_id, account_id)
      await dropUndelivered(q, project_id, account_id)
    })
}
