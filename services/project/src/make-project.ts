import { fault } from '@pagebell/faults/fault'
import type { Queryable } from '@pagebell/postgres/database'
import { newProject } from './new-project.ts'
import { noAccount } from './not-found.ts'
import { limitsOf } from './plan-limits.ts'
import type { ProjectRow } from './queries/get-project.ts'
import { hasProjects } from './queries/has-projects.ts'
import { insertProject } from './queries/insert-project.ts'
import { lockPlan } from './queries/lock-plan.ts'

/**
 * A new project, in a transaction; undefined if the account has one of this name. Throws fault not_found for an unknown
 * account and conflict for one that has as many projects as its plan allows.
 */
export async function makeProject(q: Queryable, accountId: string, name: string): Promise<ProjectRow | undefined> {
  const plan = await lockPlan(q, accountId)
  if (plan === undefined) throw noAccount()
  const row = await insertProject(q, newProject(accountId, name))
  const { projects } = limitsOf(plan)
  // Looked at after the insertion, so that a name that is there already is told as such: the refusal undoes it.
  if (row !== undefined && projects !== null && (await hasProjects(q, accountId, projects + 1)))
    throw tooManyProjects(projects)
  return row
}

function tooManyProjects(limit: number) {
  const text = `This account can have ${limit} projects at a time. Delete one that is no longer used, or change the plan.`
  return fault('conflict', text, { code: 'project_limit_reached', details: { limit } })
}
