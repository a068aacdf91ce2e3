import type { Body } from '@pagebell/messages/define-message'
import type { projectDeleted } from '@pagebell/messages/project-deleted'
import type { Database } from '@pagebell/postgres/database'
import { endSubscriptions } from '../subscriptions/subscriptions.sql.ts'
import { deleteProjectRows, insertTombstone, lockProject } from './projects.sql.ts'

const rowsPerStatement = 1_000

/**
 * Inserts the tombstone, which keeps late checks out, then deletes what is known of the project's pages. Subscriptions
 * stay until their hubs have ended them, an hour at most.
 */
export const onProjectDeleted =
  (db: Database) =>
  async ({ account_id, project_id, deleted_at }: Body<typeof projectDeleted>): Promise<void> => {
    const tenant = db.forAccount(account_id)
    await tenant.transaction(async (q) => {
      await lockProject(q, project_id, 'exclusive')
      await insertTombstone(q, account_id, project_id, deleted_at)
    })
    while ((await deleteProjectRows(tenant, account_id, project_id, rowsPerStatement)) > 0);
    // After the watches: until they are gone, a scan may plan another subscription.
    await endSubscriptions(tenant, { accountId: account_id, projectId: project_id })
  }
