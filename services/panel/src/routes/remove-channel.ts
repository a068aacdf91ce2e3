import { Type } from '@pagebell/schema/type'
import { channelOf } from '../channel-form.ts'
import { findProject } from '../find-project.ts'
import { leadTo } from '../frame.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'
import { tellChannels } from '../tell-channels.ts'

const params = Type.Object({ project: Type.String(), channel: Type.String() })

export const removeChannel: Route = (app, { peers, cookies }) => {
  app.post('/projects/:project/channels/:channel/remove', { schema: { params } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { id: channel } = channelOf(request.params.channel)
    const { project } = await findProject(peers, account_id, request.params.project)
    await tellChannels(peers, account_id, await peers.channelSettings.deleteChannel({ account_id, project, channel }))
    return leadTo(reply, `/projects/${project}`, cookies, 'channel-removed', `channel-${channel}`)
  })
}
