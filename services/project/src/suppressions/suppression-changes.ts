import { randomUUIDv7 } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import { checksIgnored } from '@pagebell/messages/checks-ignored'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Queryable } from '@pagebell/postgres/database'
import type { ServiceTools } from '../service-tools.ts'
import { noProject, parseId } from '../validation.ts'
import { listSuppressions, raiseSuppressionsVersion, type SuppressionsVersionRow } from './suppressions.sql.ts'

const maxSuppressions = 500

export type SuppressedProject = { accountId: string; projectId: string }

/**
 * Changes the suppressions of a project and announces all of them, in one transaction. Throws fault `not_found` for an
 * unknown project.
 */
export async function changeSuppressions<Changed>(
  { db, outbox }: Pick<ServiceTools, 'db' | 'outbox'>,
  { account_id, name }: { account_id: string; name: string },
  change: (q: Queryable, project: SuppressedProject) => Promise<Changed>,
): Promise<Changed> {
  const accountId = parseId(account_id, noProject)
  const changed = await db.forAccount(accountId).transaction(async (q) => {
    const project = await raiseSuppressionsVersion(q, accountId, name)
    if (project === undefined) throw noProject()
    const result = await change(q, { accountId, projectId: project.project_id })
    await enqueueChecksIgnored(q, accountId, project)
    return result
  })
  outbox.flush()
  return changed
}

/** Puts checks.ignored with every suppression of the project into the outbox of the transaction. */
async function enqueueChecksIgnored(q: Queryable, account_id: string, project: SuppressionsVersionRow): Promise<void> {
  const { project_id, ignored_version: version } = project
  const rows = await listSuppressions(q, account_id, project_id)
  if (rows.length > maxSuppressions) {
    const text = `A project can have ${maxSuppressions} ignored checks.`
    throw fault('conflict', text, { code: 'too_many_ignored_checks' })
  }
  const ignored = rows.map(({ check_id, url, reason, expires_at }) => {
    return { check: check_id, url: url === '' ? null : url, reason, expires_at }
  })
  await enqueue(q, checksIgnored, { account_id, project_id, version, ignored }, randomUUIDv7())
}
