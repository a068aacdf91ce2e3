import { allChannels } from '@pagebell/channel-settings/all-channels'
import type { ChannelSettings } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { changeChannels } from '../change-channels.ts'
import { chooseChannels as chooseRow } from '../queries/choose-channels.ts'
import { deleteChannelSettings } from '../queries/delete-channel-settings.ts'
import { channelOf } from '../read-channel-settings.ts'
import type { ServiceTools } from '../service-tools.ts'

export const deleteChannel =
  (tools: ServiceTools): Handler<typeof ChannelSettings, 'deleteChannel'> =>
  async ({ account_id, project, channel: id }) => {
    const { needsNothing } = channelOf(id)
    return changeChannels(tools, { account_id, project }, async (q, { project_id, channels }) => {
      await deleteChannelSettings(q, account_id, project_id, id)
      if (needsNothing || !channels.includes(id)) return channels
      const left = channels.filter((one) => one !== id)
      const chosen = left.length > 0 ? left : [allChannels.indexnow.id]
      await chooseRow(q, account_id, project_id, chosen)
      return chosen
    })
  }
