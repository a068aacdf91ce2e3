import type { checksIgnored } from '@pagebell/messages/checks-ignored'
import type { Body } from '@pagebell/messages/define-message'
import type { Database } from '@pagebell/postgres/database'
import { lockProject } from '../projects/projects.sql.ts'
import { setSuppressions } from './suppressions.sql.ts'

/** Counts from the next analysis that ends; an older or repeated message changes nothing. */
export const onChecksIgnored =
  (db: Database) =>
  ({ account_id, project_id, version, ignored }: Body<typeof checksIgnored>): Promise<void> =>
    db.forAccount(account_id).transaction(async (q) => {
      // Not while the project is being deleted, or the row would outlive it.
      await lockProject(q, project_id, 'shared')
      await setSuppressions(q, { accountId: account_id, projectId: project_id, version, ignored })
    })
