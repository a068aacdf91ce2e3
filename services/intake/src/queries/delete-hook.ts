import type { Queryable } from '@pagebell/postgres/database'

// Waits for the requests that hold the row; those that come after find nothing.
const text = 'delete from hook where account_id = $1 and project_id = $2'

/** Ends a project's tokens; answers whether there were any. */
export async function deleteHook(q: Queryable, accountId: string, projectId: string): Promise<boolean> {
  const { rowCount } = await q.query({ name: 'delete-hook', text, values: [accountId, projectId] })
  return rowCount > 0
}
