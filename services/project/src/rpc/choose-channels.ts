import { allChannels, channelIds } from '@pagebell/channel-settings/all-channels'
import { fault } from '@pagebell/faults/fault'
import type { ChannelSettings } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { changeChannels } from '../change-channels.ts'
import { chooseChannels as chooseRow } from '../queries/choose-channels.ts'
import type { ServiceTools } from '../service-tools.ts'

export const chooseChannels =
  (tools: ServiceTools): Handler<typeof ChannelSettings, 'chooseChannels'> =>
  async ({ account_id, project, channels: asked }) =>
    changeChannels(tools, { account_id, project }, async (q, { project_id }, rows) => {
      const ready = channelIds.filter(
        (id) => allChannels[id].needsNothing || rows.some(({ channel }) => channel === id),
      )
      const wrong = asked.find((one) => !ready.some((id) => id === one))
      if (asked.length === 0 || wrong !== undefined) {
        const text = `Use ${ready.join(', ')}; another channel needs its settings first.`
        throw fault('invalid', 'These channels cannot be chosen.', { errors: { channels: [text] } })
      }
      const chosen = ready.filter((id) => asked.includes(id))
      await chooseRow(q, account_id, project_id, chosen)
      return chosen
    })
