import type { Queryable } from '@pagebell/postgres/database'
import type { OldSettingsRow } from './lock-old-settings.ts'

const text = `
update channel_settings
set sealed = $4
where account_id = $1 and project_id = $2 and channel = $3`

/** The same settings under another seal: nothing that anybody would call a change. */
export async function resealSettings(
  q: Queryable,
  { account_id, project_id, channel, sealed }: OldSettingsRow,
): Promise<void> {
  await q.query({ name: 'reseal_settings', text, values: [account_id, project_id, channel, sealed] })
}
