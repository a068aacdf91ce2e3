import { allChannels, channelIds } from '@pagebell/channel-settings/all-channels'
import { maskSettings } from '@pagebell/channel-settings/mask-settings'
import type { Seal } from '@pagebell/tokens/seal'
import { channelPlace } from './channel-place.ts'
import type { ChannelSettingsRow } from './queries/list-channel-settings.ts'
import type { ProjectChannelsRow } from './queries/raise-channels-version.ts'
import type { Settings } from './read-channel-settings.ts'

/** The channels of a project as the contract has them: secrets masked. */
export function channelListReply(
  seal: Seal,
  accountId: string,
  project: ProjectChannelsRow,
  rows: ChannelSettingsRow[],
) {
  const channels = channelIds.map((id) => {
    const { title, settings: schema, needsNothing } = allChannels[id]
    const row = rows.find(({ channel }) => channel === id)
    const chosen = project.channels.includes(id)
    // Every project can be sent by IndexNow under its own key, which is public.
    const given = id === 'indexnow' ? { key: project.indexnow_key } : {}
    if (row === undefined)
      return { channel: id, title, ready: needsNothing, chosen, settings_json: JSON.stringify(given) }
    const settings = JSON.parse(seal.open(row.sealed, channelPlace(accountId, project.project_id, id))) as Settings
    const settings_json = JSON.stringify({ ...given, ...maskSettings(schema, settings) })
    return { channel: id, title, ready: true, chosen, settings_json, updated_at: row.updated_at }
  })
  return { project_id: project.project_id, channels, version: project.channels_version }
}
