import type { Queryable } from '@pagebell/postgres/database'

const text = 'delete from channel_settings where account_id = $1 and project_id = $2 and channel = $3'

export async function deleteChannelSettings(
  q: Queryable,
  accountId: string,
  projectId: string,
  channel: string,
): Promise<void> {
  await q.query({ name: 'delete_channel_settings', text, values: [accountId, projectId, channel] })
}
