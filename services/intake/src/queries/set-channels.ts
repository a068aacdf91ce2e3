import type { Queryable } from '@pagebell/postgres/database'

const text = `insert into project_channels as c (account_id, project_id, ready, chosen, version) values ($1, $2, $3, $4, $5)
on conflict (account_id, project_id) do update
set ready = excluded.ready, chosen = excluded.chosen, version = excluded.version
where c.version < excluded.version`

export type ToldChannels = {
  account_id: string
  project_id: string
  ready: string[]
  chosen: string[]
  version: number
}

/** Takes over what a project can be sent by, unless something newer is known. */
export async function setChannels(q: Queryable, told: ToldChannels): Promise<void> {
  const { account_id, project_id, ready, chosen, version } = told
  await q.query({ name: 'set-channels', text, values: [account_id, project_id, ready, chosen, version] })
}
