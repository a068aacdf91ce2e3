import type { Queryable } from '@pagebell/postgres/database'

const text = `
update project
set channels_version = channels_version + 1
where account_id = $1 and name = $2
returning project_id, name, indexnow_key, channels, channels_version`

export type ProjectChannelsRow = {
  project_id: string
  name: string
  indexnow_key: string
  /** Those that are chosen. */
  channels: string[]
  channels_version: number
}

/** Makes this transaction the only one that changes the project's channels. Undefined if there is no such project. */
export async function raiseChannelsVersion(
  q: Queryable,
  accountId: string,
  name: string,
): Promise<ProjectChannelsRow | undefined> {
  const statement = { name: 'raise_channels_version', text, values: [accountId, name] }
  const { rows } = await q.query<ProjectChannelsRow>(statement)
  return rows[0]
}
