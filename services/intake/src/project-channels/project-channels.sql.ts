import type { Queryable } from '@pagebell/postgres/database'

/**
 * The channels that a project has settings for, those that URLs without a channel are sent to, and whether its pages
 * are checked before they are announced.
 */
export type ProjectChannels = { ready: string[]; chosen: string[]; preflight: boolean }

/** What is set for the submissions of a project; every project begins with indexnow and without checks. */
export async function findProjectChannels(
  q: Queryable,
  { accountId, projectId }: { accountId: string; projectId: string },
): Promise<ProjectChannels> {
  const { rows } = await q.query<ProjectChannels>({
    name: 'find-project-channels',
    text: `
      select coalesce(c.ready, '{indexnow}') as ready, coalesce(c.chosen, '{indexnow}') as chosen,
        coalesce(p.preflight, false) as preflight
      from (select $1::uuid as account_id, $2::uuid as project_id) asked
      left join project_channels c using (account_id, project_id)
      left join project_preflight p using (account_id, project_id)`,
    values: [accountId, projectId],
  })
  const [row] = rows
  if (row === undefined) throw new Error('A query over one row answered none.')
  return row
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
