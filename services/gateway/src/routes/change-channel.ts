import { Type } from '@pagebell/schema/type'
import { bodyProblems, formOrJson, one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { channelJson, readChannel } from '../channel-json.ts'
import { findProject } from '../find-project.ts'
import { onlyThese } from '../json-types.ts'

export const changeChannel: Route = (app, { peers }) => {
  const schema = {
    operationId: 'changeChannel',
    summary: 'Pause a channel of a project, or let it go on',
    description:
      'URLs are accepted and charged all the same; they are held while it is paused, and sent when it goes on.',
    tags: ['channels'],
    consumes: formOrJson,
    params: pathOf('project', 'channel'),
    body: Type.Object({ paused: Type.Boolean() }, onlyThese),
    response: { 200: one(channelJson), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }

  const path = '/projects/:project/channels/:channel'
  app.patch(path, { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { channel } = request.params
    const { project, project_id } = await findProject(peers, account_id, request.params.project)
    await peers.channelCare.pauseChannel({ account_id, project_id, channel, paused: request.body.paused })
    return { data: await readChannel(peers, { account_id, project, project_id }, channel), status: 200 as const }
  })
}
