import type { Queryable } from '@pagebell/postgres/database'

const text = 'delete from project_channels where account_id = $1 and project_id = $2'

export async function deleteChannels(q: Queryable, accountId: string, projectId: string): Promise<void> {
  await q.query({ name: 'delete-channels', text, values: [accountId, projectId] })
}
