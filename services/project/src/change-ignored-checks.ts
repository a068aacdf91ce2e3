import { randomUUIDv7 } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import { checksIgnored } from '@pagebell/messages/checks-ignored'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Queryable } from '@pagebell/postgres/database'
import { isUuid } from './is-uuid.ts'
import { noProject } from './not-found.ts'
import { listIgnoredChecks } from './queries/list-ignored-checks.ts'
import { raiseIgnoredVersion } from './queries/raise-ignored-version.ts'

const most = 500

/** Changes what a project ignores, and tells all of it, in the transaction of `q`. Throws fault not_found for no project. */
export async function changeIgnoredChecks<Changed>(
  q: Queryable,
  { accountId, name }: { accountId: string; name: string | undefined },
  change: (projectId: string) => Promise<Changed>,
): Promise<Changed> {
  if (name === undefined || !isUuid(accountId)) throw noProject()
  const project = await raiseIgnoredVersion(q, accountId, name)
  if (project === undefined) throw noProject()
  const { project_id, ignored_version: version } = project

  const changed = await change(project_id)
  const rows = await listIgnoredChecks(q, accountId, project_id)
  if (rows.length > most) {
    const text = `A project ignores at most ${most} checks of pages.`
    throw fault('conflict', text, { code: 'too_many_ignored_checks' })
  }
  const ignored = rows.map(({ check_id, url, reason, expires_at }) => {
    return { check: check_id, url: url === '' ? null : url, reason, expires_at }
  })
  await enqueue(q, checksIgnored, { account_id: accountId, project_id, version, ignored }, randomUUIDv7())
  return changed
}
