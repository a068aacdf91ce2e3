import type { Queryable } from '@pagebell/postgres/database'
import type { ProjectChannelsRow } from './raise-channels-version.ts'

const text = `
select project_id, name, indexnow_key, channels, channels_version
from project
where account_id = $1 and name = $2`

export async function getProjectChannels(
  q: Queryable,
  accountId: string,
  name: string,
): Promise<ProjectChannelsRow | undefined> {
  const statement = { name: 'get_project_channels', text, values: [accountId, name] }
  const { rows } = await q.query<ProjectChannelsRow>(statement)
  return rows[0]
}
