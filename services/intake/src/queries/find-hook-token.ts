import type { Queryable } from '@pagebell/postgres/database'

const text = 'select token_hash, project from hook where account_id = $1 and project_id = $2 and enabled'

/** What is kept of the token of a project, and the project's name; undefined if no request could come with one. */
export async function findHookToken(
  q: Queryable,
  accountId: string,
  projectId: string,
): Promise<{ tokenHash: Buffer; project: string } | undefined> {
  const values = [accountId, projectId]
  const { rows } = await q.query<{ token_hash: Buffer; project: string }>({ name: 'find-hook-token', text, values })
  return rows[0] && { tokenHash: rows[0].token_hash, project: rows[0].project }
}
