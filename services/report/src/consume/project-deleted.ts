import type { Body } from '@pagebell/messages/define-message'
import type { projectDeleted } from '@pagebell/messages/project-deleted'
import type { Database } from '@pagebell/postgres/database'
import { deleteIgnoredChecks } from '../queries/delete-ignored-checks.ts'
import { deleteProjectReports } from '../queries/delete-project-reports.ts'
import { insertTombstone } from '../queries/insert-tombstone.ts'
import { lockProject } from '../queries/lock-project.ts'

const batch = 500

interface Tools {
  db: Database
  releases: { now(): void }
}

/** First nobody can add a report to the project any more, then what is there goes. */
export function onProjectDeleted({ db, releases }: Tools) {
  return async (body: Body<typeof projectDeleted>): Promise<void> => {
    await db.transaction(async (q) => {
      await q.query(lockProject(body.project_id, 'alone'))
      await q.query(insertTombstone(body.account_id, body.project_id, body.deleted_at))
      await q.query(deleteIgnoredChecks(body.account_id, body.project_id))
    })
    let deleted: number
    do {
      const statement = deleteProjectReports(body.account_id, body.project, body.project_id, batch)
      deleted = (await db.query(statement)).rowCount
    } while (deleted > 0)
    releases.now()
  }
}
