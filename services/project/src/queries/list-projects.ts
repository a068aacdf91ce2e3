import { afterPosition, type Direction, orderBy } from '@pagebell/lists/keyset'
import type { Queryable } from '@pagebell/postgres/database'
import type { ProjectRow } from './get-project.ts'

/** The columns that each sort runs over. A name is unique in its account, so that it needs nothing to break ties. */
export const sortColumns = { created_at: ['created_at', 'project_id'], project: ['name'] } as const

export type SortBy = keyof typeof sortColumns

export type ProjectListQuery = {
  accountId: string
  /** A LIKE pattern over the name, or undefined for all. */
  pattern: string | undefined
  sortBy: SortBy
  direction: Direction
  limit: number
  /** Where to begin: after the row with these values of the sort's columns, or so many rows from the start. */
  start: { after: readonly string[] } | { offset: number }
}

/** Rows of one account in the order asked for. One statement a combination, each with a plan of its own. */
export async function listProjects(q: Queryable, query: ProjectListQuery): Promise<ProjectRow[]> {
  const { rows } = await q.query<ProjectRow>(listProjectsStatement(query))
  return rows
}

/** Apart from listProjects so that a test can look at its plan. */
export function listProjectsStatement(query: ProjectListQuery): { name: string; text: string; values: unknown[] } {
  const { accountId, pattern, sortBy, direction, limit, start } = query
  const columns = sortColumns[sortBy]
  const values: unknown[] = [accountId, limit]
  const conditions = ['account_id = $1']
  if (pattern !== undefined) conditions.push(`name like $${values.push(pattern)}`)

  let offset = ''
  if ('after' in start) {
    conditions.push(afterPosition(columns, direction, values.length + 1))
    values.push(...start.after)
  } else {
    offset = `offset $${values.push(start.offset)}`
  }

  const text = `
select project_id, name, indexnow_key, created_at
from project
where ${conditions.join(' and ')}
${orderBy(columns, direction)}
limit $2 ${offset}`
  const shape = [sortBy, direction, pattern === undefined ? 'all' : 'search', 'after' in start ? 'after' : 'offset']
  return { name: `list_projects_${shape.join('_')}`, text, values }
}
