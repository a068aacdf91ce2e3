import type { Queryable } from '@pagebell/postgres/database'

const text = 'update hook set enabled = $3 where account_id = $1 and project_id = $2'

/** Switches a project's tokens on or off. */
export async function enableHook(q: Queryable, accountId: string, projectId: string, enabled: boolean): Promise<void> {
  await q.query({ name: 'enable-hook', text, values: [accountId, projectId, enabled] })
}
