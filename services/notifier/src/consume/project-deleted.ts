import type { Body } from '@pagebell/messages/define-message'
import type { projectDeleted } from '@pagebell/messages/project-deleted'
import type { Database } from '@pagebell/postgres/database'
import { deleteEndpoint } from '../queries/delete-endpoint.ts'
import { deleteKeyChecks } from '../queries/delete-key-checks.ts'
import { dropDeliveries } from '../queries/drop-deliveries.ts'
import { insertTombstone } from '../queries/insert-tombstone.ts'
import { deleteKeyFiles } from '../queries/key-files.ts'
import { lockProject } from '../queries/lock-project.ts'

const AT_ONCE = 5_000

/** First nothing can come in as pending any more, then what is open is dropped. */
export function onProjectDeleted({ db }: { db: Database }) {
  return async ({ account_id, project_id, deleted_at }: Body<typeof projectDeleted>): Promise<void> => {
    await db.of(account_id).transaction(async (q) => {
      await q.query(lockProject(project_id, 'alone'))
      await q.query(insertTombstone(account_id, project_id, deleted_at))
      await q.query(deleteKeyChecks(account_id, project_id))
      await q.query(deleteKeyFiles(account_id, project_id))
      await q.query(deleteEndpoint(account_id, project_id))
    })
    let dropped: number
    do {
      dropped = (await db.of(account_id).query(dropDeliveries(account_id, project_id, AT_ONCE))).rowCount
    } while (dropped > 0)
  }
}
