import { fault } from '@pagebell/faults/fault'
import type { Queryable } from '@pagebell/postgres/database'
import { isProjectDeleted, lockProjects } from './projects.sql.ts'

/**
 * Keeps projects from being deleted until the transaction ends. Throws fault `conflict` with code `project_gone` if one
 * has been deleted.
 */
export async function requireProjects(q: Queryable, accountId: string, projectIds: readonly string[]): Promise<void> {
  await lockProjects(q, projectIds)
  if (await isProjectDeleted(q, accountId, projectIds)) {
    throw fault('conflict', 'The project has just been deleted.', { code: 'project_gone' })
  }
}
