import { randomUUIDv7 } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import { checksIgnored } from '@pagebell/messages/checks-ignored'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Database, Queryable } from '@pagebell/postgres/database'
import { isUuid } from './is-uuid.ts'
import { noProject } from './not-found.ts'
import { listIgnoredChecks } from './queries/list-ignored-checks.ts'
import { type IgnoredVersionRow, raiseIgnoredVersion } from './queries/raise-ignored-version.ts'

const most = 500

/** Changes what a project ignores, and tells all of it, in one transaction. Throws fault not_found for no project. */
export async function changeIgnoredChecks<Changed>(
  db: Database,
  { accountId, name }: { accountId: string; name: string | undefined },
  change: (q: Queryable, projectId: string) => Promise<Changed>,
): Promise<Changed> {
  if (name === undefined || !isUuid(accountId)) throw noProject()
  return db.of(accountId).transaction(async (q) => {
    const project = await raiseIgnoredVersion(q, accountId, name)
    if (project === undefined) throw noProject()
    const changed = await change(q, project.project_id)
    await tellIgnoredChecks(q, accountId, project)
    return changed
  })
}

async function tellIgnoredChecks(q: Queryable, account_id: string, project: IgnoredVersionRow): Promise<void> {
  const { project_id, ignored_version: version } = project
  const rows = await listIgnoredChecks(q, account_id, project_id)
  if (rows.length > most) {
    const text = `A project ignores at most ${most} checks of pages.`
    throw fault('conflict', text, { code: 'too_many_ignored_checks' })
  }
  const ignored = rows.map(({ check_id, url, reason, expires_at }) => {
    return { check: check_id, url: url === '' ? null : url, reason, expires_at }
  })
  await enqueue(q, checksIgnored, { account_id, project_id, version, ignored }, randomUUIDv7())
}
