import { Type } from '@pagebell/schema/type'
import { channelOf } from '../channel-form.ts'
import { findProject } from '../find-project.ts'
import { leadTo } from '../frame.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

const params = Type.Object({ project: Type.String(), channel: Type.String() })
const body = Type.Object({ paused: Type.Boolean() })

export const pauseChannel: Route = (app, { peers, cookies }) => {
  app.post('/projects/:project/channels/:channel/paused', { schema: { params, body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { paused } = request.body
    const { id: channel } = channelOf(request.params.channel)
    const { project, project_id } = await findProject(peers, account_id, request.params.project)
    await peers.channelCare.pauseChannel({ account_id, project_id, channel, paused })
    return leadTo(
      reply,
      `/projects/${project}`,
      cookies,
      paused ? 'channel-paused' : 'channel-goes-on',
      `channel-${channel}`,
    )
  })
}
