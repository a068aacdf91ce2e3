import type { ChannelSettings } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { changeChannels } from '../change-channels.ts'
import { channelPlace } from '../channel-place.ts'
import { putChannelSettings } from '../queries/put-channel-settings.ts'
import { channelOf, readChannelSettings, type Settings } from '../read-channel-settings.ts'
import type { ServiceTools } from '../service-tools.ts'

export const putChannel =
  (tools: ServiceTools): Handler<typeof ChannelSettings, 'putChannel'> =>
  async ({ account_id, project, channel: id, settings_json }) => {
    const channel = channelOf(id)
    return changeChannels(tools, { account_id, project }, async (q, { project_id, name, channels }, rows) => {
      const place = channelPlace(account_id, project_id, id)
      const row = rows.find((one) => one.channel === id)
      const kept = row === undefined ? {} : (JSON.parse(tools.seal.open(row.sealed, place)) as Settings)
      const settings = readChannelSettings(channel, settings_json, { project: name, kept })
      const sealed = tools.seal.seal(JSON.stringify(settings), place)
      await putChannelSettings(q, { accountId: account_id, projectId: project_id, channel: id, sealed })
      return channels
    })
  }
