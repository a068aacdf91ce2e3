import type { Queryable } from '@pagebell/postgres/database'

const text = `
insert into channel_settings (account_id, project_id, channel, sealed)
values ($1, $2, $3, $4)
on conflict (account_id, project_id, channel) do update
set sealed = excluded.sealed, updated_at = excluded.updated_at`

type Sealed = { accountId: string; projectId: string; channel: string; sealed: string }

export async function putChannelSettings(
  q: Queryable,
  { accountId, projectId, channel, sealed }: Sealed,
): Promise<void> {
  await q.query({ name: 'put_channel_settings', text, values: [accountId, projectId, channel, sealed] })
}
