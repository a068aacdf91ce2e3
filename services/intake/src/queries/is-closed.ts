import type { Queryable } from '@pagebell/postgres/database'

const text = 'select from closed_project where account_id = $1 and project_id = $2'

/** Whether the project was deleted. */
export async function isClosed(q: Queryable, accountId: string, projectId: string): Promise<boolean> {
  const { rowCount } = await q.query({ name: 'is-closed', text, values: [accountId, projectId] })
  return rowCount > 0
}
