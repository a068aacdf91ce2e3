import { deleted, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { findProject } from '../find-project.ts'
import { tellChannels } from '../tell-channels.ts'

export const deleteChannel: Route = (app, { peers }) => {
  const schema = {
    operationId: 'deleteChannel',
    summary: 'Forget what is set for a channel',
    description: 'IndexNow goes on with the key that the project was given; another channel is not ready any more.',
    tags: ['channels'],
    params: pathOf('project', 'channel'),
    response: { 200: deleted('channel'), ...problems('forbidden', 'not_found') },
  }

  const path = '/projects/:project/channels/:channel'
  app.delete(path, { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { channel } = request.params
    const { project } = await findProject(peers, account_id, request.params.project)
    const list = await peers.channelSettings.deleteChannel({ account_id, project, channel })
    await tellChannels(peers, account_id, list)
    return { id: channel, object: 'channel' as const, deleted: true as const, status: 200 as const }
  })
}
