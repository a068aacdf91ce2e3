import type { Queryable } from '@pagebell/postgres/database'

export type OldSettingsRow = { account_id: string; project_id: string; channel: string; sealed: string }

const text = `
select account_id, project_id, channel, sealed
from channel_settings
where not starts_with(sealed, $1 || '.')
limit $2
for update skip locked`

/** Settings that are sealed by another key than this one. */
export async function lockOldSettings(q: Queryable, keyId: string, limit: number): Promise<OldSettingsRow[]> {
  const { rows } = await q.query<OldSettingsRow>({ name: 'lock_old_settings', text, values: [keyId, limit] })
  return rows
}
