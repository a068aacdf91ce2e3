import type { Queryable } from '@pagebell/postgres/database'

/** The channels that a project has settings for, and those that URLs without a channel are sent to. */
export type ProjectChannels = { ready: string[]; chosen: string[] }

/** The channels of a project; every project begins with indexnow. */
export async function findProjectChannels(
  q: Queryable,
  { accountId, projectId }: { accountId: string; projectId: string },
): Promise<ProjectChannels> {
  const { rows } = await q.query<ProjectChannels>({
    name: 'find-project-channels',
    text: 'select ready, chosen from project_channels where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  })
  return rows[0] ?? { ready: ['indexnow'], chosen: ['indexnow'] }
}

export type ChannelsUpdate = {
  account_id: string
  project_id: string
  ready: string[]
  chosen: string[]
  version: number
}

/** Stores the channels of a project unless a newer version is stored. */
export async function setProjectChannels(q: Queryable, update: ChannelsUpdate): Promise<void> {
  const { account_id, project_id, ready, chosen, version } = update
  await q.query({
    name: 'set-project-channels',
    text: `
      insert into project_channels as c (account_id, project_id, ready, chosen, version) values ($1, $2, $3, $4, $5)
      on conflict (account_id, project_id) do update
      set ready = excluded.ready, chosen = excluded.chosen, version = excluded.version
      where c.version < excluded.version`,
    values: [account_id, project_id, ready, chosen, version],
  })
}

export async function deleteProjectChannels(q: Queryable, accountId: string, projectId: string): Promise<void> {
  await q.query({
    name: 'delete-project-channels',
    text: 'delete from project_channels where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  })
}
