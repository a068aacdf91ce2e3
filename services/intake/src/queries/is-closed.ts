import type { Queryable } from '@pagebell/postgres/database'

const text = 'select from closed_project where project_id = $1'

/** Whether the project was deleted. */
export async function isClosed(q: Queryable, projectId: string): Promise<boolean> {
  const { rowCount } = await q.query({ name: 'is-closed', text, values: [projectId] })
  return rowCount > 0
}
