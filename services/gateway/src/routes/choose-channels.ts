import { channelIds } from '@pagebell/channel-settings/all-channels'
import { Type } from '@pagebell/schema/type'
import { bodyProblems, one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { channelJson, readChannels } from '../channel-json.ts'
import { findProject } from '../find-project.ts'
import { oneOf, onlyThese } from '../json-types.ts'
import { named } from '../openapi/named-schema.ts'
import { tellChannels } from '../tell-channels.ts'

const body = named(
  'ChooseChannels',
  Type.Object(
    {
      default: Type.Array(oneOf(channelIds), {
        minItems: 1,
        maxItems: channelIds.length,
        uniqueItems: true,
        description:
          'By which those URLs go that are submitted without a channel. Each costs a unit of the quota a URL.',
      }),
    },
    { ...onlyThese, description: 'The default channels.', examples: [{ default: ['indexnow'] }] },
  ),
)

export const chooseChannels: Route = (app, { peers }) => {
  const schema = {
    operationId: 'chooseChannels',
    summary: 'Choose by which channels URLs go that are submitted without one',
    tags: ['channels'],
    params: pathOf('project'),
    body,
    response: { 200: one(Type.Array(channelJson)), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }

  app.put('/projects/:project/channels', { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { project, project_id } = await findProject(peers, account_id, request.params.project)
    const channels = request.body.default
    const list = await peers.channelSettings.chooseChannels({ account_id, project, channels })
    await tellChannels(peers, account_id, list)
    return { data: await readChannels(peers, { account_id, project, project_id }), status: 200 as const }
  })
}
