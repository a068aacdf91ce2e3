import type { Queryable } from '@pagebell/postgres/database'

const text = 'update project set channels = $3 where account_id = $1 and project_id = $2'

export async function chooseChannels(
  q: Queryable,
  accountId: string,
  projectId: string,
  channels: string[],
): Promise<void> {
  await q.query({ name: 'choose_channels', text, values: [accountId, projectId, channels] })
}
