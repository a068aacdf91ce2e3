import type { Body } from '@pagebell/messages/define-message'
import type { projectDeleted } from '@pagebell/messages/project-deleted'
import type { Database } from '@pagebell/postgres/database'
import { deleteProjectAlerts } from '../alerts/alert-settings.sql.ts'
import { deleteSchedule } from '../schedules/schedules.sql.ts'
import { deleteProjectSiteReports } from '../site-reports/site-reports.sql.ts'
import {
  deleteProjectReports,
  deleteProjectScores,
  deleteProjectSuppressions,
  insertTombstone,
  lockProject,
} from './projects.sql.ts'

const reportsPerStatement = 500
/** Each has up to 10,000 pages. */
const siteReportsPerStatement = 5

type ProjectDeletedTools = { db: Database; runQueue: { releaseNow(): void } }

/** Inserts the tombstone, which blocks new reports of the project, and deletes its settings, then its reports. */
export const onProjectDeleted =
  ({ db, runQueue }: ProjectDeletedTools) =>
  async ({ account_id, project_id, project, deleted_at }: Body<typeof projectDeleted>): Promise<void> => {
    const tenant = db.forAccount(account_id)
    await tenant.transaction(async (q) => {
      await lockProject(q, project_id, 'exclusive')
      await insertTombstone(q, account_id, project_id, deleted_at)
      await deleteProjectSuppressions(q, account_id, project_id)
      await deleteProjectAlerts(q, { accountId: account_id, projectId: project_id })
      await deleteSchedule(q, { accountId: account_id, projectId: project_id })
    })
    const place = { accountId: account_id, projectId: project_id, project }
    while ((await deleteProjectReports(tenant, place, reportsPerStatement)) > 0);
    while ((await deleteProjectSiteReports(tenant, place, siteReportsPerStatement)) > 0);
    // Last: a run that ended meanwhile was counted.
    await deleteProjectScores(tenant, account_id, project_id)
    runQueue.releaseNow()
  }
