import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import { preflightChanged } from '@pagebell/messages/preflight-changed'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Queryable } from '@pagebell/postgres/database'
import { projectName } from '@pagebell/urls/project-name'
import { lockPlan } from '../accounts/plans.sql.ts'
import { limitsOf } from '../accounts/plans.ts'
import { noAccount } from '../validation.ts'
import { hasProjects, insertProject, type ProjectRow } from './projects.sql.ts'

/** The name of the project for a host. Throws fault `invalid` on `project`. */
export function checkProjectName(host: string): string {
  const name = projectName(host)
  if (name !== undefined) return name
  const allowed = 'Use a host name such as example.com: no scheme, port or path, at most 253 characters.'
  throw fault('invalid', 'project must be a host name.', { errors: { project: [allowed] } })
}

/**
 * Creates a project with a new IndexNow key, in a transaction; undefined if the account has one of this name.
 * Throws fault `not_found` for an unknown account and `conflict` for one that has as many projects as its plan allows.
 */
export async function insertWithinPlan(
  q: Queryable,
  accountId: string,
  name: string,
  preflight = false,
): Promise<ProjectRow | undefined> {
  const plan = await lockPlan(q, accountId)
  if (plan === undefined) throw noAccount()
  const keys = { projectId: randomUUIDv7(), indexNowKey: generateIndexNowKey() }
  const row = await insertProject(q, { accountId, name, ...keys, preflight })
  const { projects } = limitsOf(plan)
  // Checked after the insert, so that an existing name is refused as such; this refusal rolls the insert back.
  if (row !== undefined && projects !== null && (await hasProjects(q, accountId, projects + 1)))
    throw tooManyProjects(projects)
  if (row?.preflight === true) await publishPreflight(q, accountId, row)
  return row
}

/** Publishes, in the transaction that changes it, whether a project's pages are checked. */
export async function publishPreflight(q: Queryable, accountId: string, row: ProjectRow): Promise<void> {
  const { project_id, preflight, preflight_version: version } = row
  await enqueue(q, preflightChanged, { account_id: accountId, project_id, preflight, version }, randomUUIDv7())
}

function tooManyProjects(limit: number) {
  const advice = 'Delete one that is no longer used, or change the plan.'
  return fault('conflict', `This account can have ${limit} projects at a time. ${advice}`, {
    code: 'project_limit_reached',
    details: { limit },
  })
}

/** 32 hexadecimal digits: the protocol allows 8 to 128 of [a-zA-Z0-9-] (indexnow.org/documentation). */
export function generateIndexNowKey(): string {
  return randomBytes(16).toString('hex')
}

/** A project as gRPC replies have it. */
export function toProjectReply(row: ProjectRow) {
  const { project_id, name, created_at, indexnow_key, preflight } = row
  return { project_id, project: name, created_at, indexnow_key, preflight }
}
