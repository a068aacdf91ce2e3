import { Type } from '@pagebell/schema/type'
import { one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { channelJson, readChannels } from '../channel-json.ts'
import { findProject } from '../find-project.ts'

export const listChannels: Route = (app, { peers }) => {
  const schema = {
    operationId: 'listChannels',
    summary: 'The channels of a project and what is set for them',
    tags: ['channels'],
    params: pathOf('project'),
    response: { 200: one(Type.Array(channelJson)), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/channels', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { project, project_id } = await findProject(peers, account_id, request.params.project)
    return { data: await readChannels(peers, { account_id, project, project_id }), status: 200 as const }
  })
}
