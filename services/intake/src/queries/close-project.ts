import type { Queryable } from '@pagebell/postgres/database'

const text = 'insert into closed_project (project_id, account_id) values ($1, $2) on conflict do nothing'

/** Leaves the tombstone of a deleted project. */
export async function closeProject(q: Queryable, projectId: string, accountId: string): Promise<void> {
  await q.query({ name: 'close-project', text, values: [projectId, accountId] })
}
