import type { ChannelSettings } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { storedProjectName } from '@pagebell/urls/project-name'
import { channelListReply } from '../channel-list-reply.ts'
import { isUuid } from '../is-uuid.ts'
import { noProject } from '../not-found.ts'
import { getProjectChannels } from '../queries/get-project-channels.ts'
import { listChannelSettings } from '../queries/list-channel-settings.ts'
import type { ServiceTools } from '../service-tools.ts'

export const listChannels =
  ({ db, seal }: ServiceTools): Handler<typeof ChannelSettings, 'listChannels'> =>
  async ({ account_id, project: written }) => {
    const name = storedProjectName(written)
    if (name === undefined || !isUuid(account_id)) throw noProject()
    const own = db.of(account_id)
    const project = await getProjectChannels(own, account_id, name)
    if (project === undefined) throw noProject()
    const rows = await listChannelSettings(own, account_id, project.project_id)
    return channelListReply(seal, account_id, project, rows)
  }
