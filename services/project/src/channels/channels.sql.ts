import type { Queryable } from '@pagebell/postgres/database'

export type ProjectChannelsRow = {
  project_id: string
  name: string
  indexnow_key: string
  /** The chosen ones. */
  channels: string[]
  channels_version: number
}

export async function findProjectChannels(
  q: Queryable,
  accountId: string,
  name: string,
): Promise<ProjectChannelsRow | undefined> {
  const { rows } = await q.query<ProjectChannelsRow>({
    name: 'get_project_channels',
    text: `
      select project_id, name, indexnow_key, channels, channels_version
      from project
      where account_id = $1 and name = $2`,
    values: [accountId, name],
  })
  return rows[0]
}

/** Makes this transaction the only one that changes the project's channels. Undefined if there is no such project. */
export async function raiseChannelsVersion(
  q: Queryable,
  accountId: string,
  name: string,
): Promise<ProjectChannelsRow | undefined> {
  const { rows } = await q.query<ProjectChannelsRow>({
    name: 'raise_channels_version',
    text: `
      update project
      set channels_version = channels_version + 1
      where account_id = $1 and name = $2
      returning project_id, name, indexnow_key, channels, channels_version`,
    values: [accountId, name],
  })
  return rows[0]
}

export async function updateChosenChannels(
  q: Queryable,
  accountId: string,
  projectId: string,
  channels: string[],
): Promise<void> {
  await q.query({
    name: 'choose_channels',
    text: 'update project set channels = $3 where account_id = $1 and project_id = $2',
    values: [accountId, projectId, channels],
  })
}

export type ChannelSettingsRow = { channel: string; sealed: string; updated_at: string }

export async function listChannelSettings(
  q: Queryable,
  accountId: string,
  projectId: string,
): Promise<ChannelSettingsRow[]> {
  const { rows } = await q.query<ChannelSettingsRow>({
    name: 'list_channel_settings',
    text: `
      select channel, sealed, updated_at
      from channel_settings
      where account_id = $1 and project_id = $2`,
    values: [accountId, projectId],
  })
  return rows
}

type NewSettings = { accountId: string; projectId: string; channel: string; sealed: string }

export async function putChannelSettings(q: Queryable, settings: NewSettings): Promise<void> {
  await q.query({
    name: 'put_channel_settings',
    text: `
      insert into channel_settings (account_id, project_id, channel, sealed)
      values ($1, $2, $3, $4)
      on conflict (account_id, project_id, channel) do update
      set sealed = excluded.sealed, updated_at = excluded.updated_at`,
    values: [settings.accountId, settings.projectId, settings.channel, settings.sealed],
  })
}

export async function deleteChannelSettings(
  q: Queryable,
  accountId: string,
  projectId: string,
  channel: string,
): Promise<void> {
  await q.query({
    name: 'delete_channel_settings',
    text: 'delete from channel_settings where account_id = $1 and project_id = $2 and channel = $3',
    values: [accountId, projectId, channel],
  })
}

export type SealedSettingsRow = { account_id: string; project_id: string; channel: string; sealed: string }

/** Settings that are sealed by another key than this one, locked until the transaction ends. */
export async function lockOldSettings(q: Queryable, keyId: string, limit: number): Promise<SealedSettingsRow[]> {
  const { rows } = await q.query<SealedSettingsRow>({
    name: 'lock_old_settings',
    text: `
      select account_id, project_id, channel, sealed
      from channel_settings
      where not starts_with(sealed, $1 || '.')
      limit $2
      for update skip locked`,
    values: [keyId, limit],
  })
  return rows
}

/** Stores the same settings under another seal; updated_at stays. */
export async function resealSettings(q: Queryable, settings: SealedSettingsRow): Promise<void> {
  await q.query({
    name: 'reseal_settings',
    text: `
      update channel_settings
      set sealed = $4
      where account_id = $1 and project_id = $2 and channel = $3`,
    values: [settings.account_id, settings.project_id, settings.channel, settings.sealed],
  })
}
