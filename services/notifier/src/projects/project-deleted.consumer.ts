import type { Body } from '@pagebell/messages/define-message'
import type { projectDeleted } from '@pagebell/messages/project-deleted'
import type { Database } from '@pagebell/postgres/database'
import { dropDeliveries } from '../deliveries/insert.sql.ts'
import { deleteEndpoints } from '../event-endpoints/endpoints.sql.ts'
import { unwatchBatches } from '../event-endpoints/watched-batches.sql.ts'
import { deleteKeyChecks, deleteKeyFiles } from '../key-files/key-files.sql.ts'
import { insertTombstone, lockProject } from './projects.sql.ts'

const rowsPerDrop = 5_000

/** Writes the tombstone, after which nothing new is accepted, then drops the open deliveries. */
export const onProjectDeleted =
  (db: Database) =>
  async ({ account_id, project_id, deleted_at }: Body<typeof projectDeleted>): Promise<void> => {
    await db.forAccount(account_id).transaction(async (q) => {
      await lockProject(q, project_id, 'alone')
      await insertTombstone(q, account_id, project_id, deleted_at)
      await deleteKeyChecks(q, account_id, project_id)
      await deleteKeyFiles(q, account_id, project_id)
      await deleteEndpoints(q, { accountId: account_id, projectId: project_id })
      await unwatchBatches(q, account_id, project_id)
    })
    const q = db.forAccount(account_id)
    for (const which of ['due', 'checking'] as const)
      while ((await dropDeliveries(q, account_id, project_id, which, rowsPerDrop)) > 0);
  }
