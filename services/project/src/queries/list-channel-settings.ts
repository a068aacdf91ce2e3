import type { Queryable } from '@pagebell/postgres/database'

export type ChannelSettingsRow = { channel: string; sealed: string; updated_at: string }

const text = `
select channel, sealed, updated_at
from channel_settings
where account_id = $1 and project_id = $2`

export async function listChannelSettings(
  q: Queryable,
  accountId: string,
  projectId: string,
): Promise<ChannelSettingsRow[]> {
  const statement = { name: 'list_channel_settings', text, values: [accountId, projectId] }
  const { rows } = await q.query<ChannelSettingsRow>(statement)
  return rows
}
