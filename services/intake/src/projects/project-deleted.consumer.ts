import type { Body } from '@pagebell/messages/define-message'
import type { projectDeleted } from '@pagebell/messages/project-deleted'
import type { Database } from '@pagebell/postgres/database'
import { deleteHook, lockProject } from '../hooks/hooks.sql.ts'
import { deleteProjectChannels } from '../project-channels/project-channels.sql.ts'
import { deleteProjectPreflight } from '../project-preflight/project-preflight.sql.ts'
import { deleteSourcesOf } from '../source-settings/sources.sql.ts'
import { deleteWaiting } from '../waiting/waiting.sql.ts'
import { closeProject, dropUndelivered } from './projects.sql.ts'

/**
 * Deletes the tokens, waiting for the requests that are being committed with them, and what waits for the quota, then
 * drops what is left in the outbox. The tombstone refuses a rotation that comes late.
 */
export const onProjectDeleted =
  (db: Database) =>
  ({ account_id, project_id }: Body<typeof projectDeleted>): Promise<void> =>
    db.forAccount(account_id).transaction(async (q) => {
      await lockProject(q, project_id)
      await deleteHook(q, account_id, project_id)
      await deleteSourcesOf(q, account_id, project_id)
      await deleteWaiting(q, account_id, project_id)
      await deleteProjectChannels(q, account_id, project_id)
      await deleteProjectPreflight(q, account_id, project_id)
      await closeProject(q, project_id, account_id)
      await dropUndelivered(q, project_id, account_id)
    })
