import { afterPosition, type Direction, orderBy } from '@pagebell/lists/keyset'
import { COUNT_LIMIT } from '@pagebell/lists/total'
import type { Queryable, Statement } from '@pagebell/postgres/database'
import { type ProjectRow, projectColumns } from './projects.sql.ts'

/** The columns of each sort. A name is unique in its account, so that it needs no second column to break ties. */
export const sortColumns = { created_at: ['created_at', 'project_id'], project: ['name'] } as const

export type SortBy = keyof typeof sortColumns

export type ProjectListQuery = {
  accountId: string
  /** A LIKE pattern over the name, or undefined for all. */
  pattern: string | undefined
  sortBy: SortBy
  direction: Direction
  limit: number
  /** Where the page begins: after the row with these values of the sort's columns, or so many rows from the start. */
  start: { after: readonly string[] } | { offset: number }
}

export async function listProjects(q: Queryable, query: ProjectListQuery): Promise<ProjectRow[]> {
  const { rows } = await q.query<ProjectRow>(listProjectsStatement(query))
  return rows
}

/** One named statement for each combination of sort, search and start, so that each has its own query plan. */
export function listProjectsStatement(query: ProjectListQuery): Statement & { name: string; values: unknown[] } {
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
select ${projectColumns}
from project
where ${conditions.join(' and ')}
${orderBy(columns, direction)}
limit $2 ${offset}`
  const shape = [sortBy, direction, pattern === undefined ? 'all' : 'search', 'after' in start ? 'after' : 'offset']
  return { name: `list_projects_${shape.join('_')}`, text, values }
}

/** The number of projects, counted no further than COUNT_LIMIT. */
export async function countProjects(q: Queryable, accountId: string, pattern: string | undefined): Promise<number> {
  const { rows } = await q.query<{ counted: number }>({
    // Without a name, so that it is planned for this pattern: one plan for all could not use the index of searches.
    text: `
      select count(*) as counted
      from (select from project where account_id = $1 and ($2::text is null or name like $2) limit $3) found`,
    values: [accountId, pattern ?? null, COUNT_LIMIT],
  })
  return rows[0]?.counted ?? 0
}
