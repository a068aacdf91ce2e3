import type { checksIgnored } from '@pagebell/messages/checks-ignored'
import type { Body } from '@pagebell/messages/define-message'
import type { Database } from '@pagebell/postgres/database'
import { keepIgnoredChecks } from '../queries/keep-ignored-checks.ts'
import { lockProject } from '../queries/lock-project.ts'

/** Counts from the next analysis that ends. Told late or twice, it changes nothing. */
export function onChecksIgnored({ db }: { db: Database }) {
  return (body: Body<typeof checksIgnored>): Promise<void> =>
    db.transaction(async (q) => {
      // Not while the project is being deleted, or the row would outlive it.
      await q.query(lockProject(body.project_id, 'shared'))
      await q.query(keepIgnoredChecks(body))
    })
}
